import type { ComponentChildren } from 'preact';

/** A part of the page with a heading and what stands beside it. */
export function Panel({ title, beside, children, name }: { readonly title: string; readonly beside?: ComponentChildren; readonly children: ComponentChildren; readonly name: string }) {
  return (
    <section class={`panel ${name}`} aria-labelledby={`title-${name}`}>
      <h2>
        <span id={`title-${name}`}>{title}</span>
        <span class="beside">{beside}</span>
      </h2>
      {children}
    </section>
  );
}
