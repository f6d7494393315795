import { select } from 'd3-selection';
import { zoom, zoomIdentity } from 'd3-zoom';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A drawing that can be moved and enlarged; a double click puts it back. */
export function Canvas({ width, height, most, label, children }: { readonly width: number; readonly height: number; readonly most: number; readonly label: string; readonly children: ComponentChildren }) {
  const svg = useRef<SVGSVGElement>(null);
  const inner = useRef<SVGGElement>(null);
  useEffect(() => {
    const area = select(svg.current!);
    const moving = zoom<SVGSVGElement, unknown>()
      .scaleExtent([0.2, 4])
      .filter((event: Event) => event.type !== 'dblclick' && (event.type !== 'wheel' || (event as WheelEvent).ctrlKey || (event as WheelEvent).shiftKey))
      .on('zoom', ({ transform }: { transform: { toString(): string } }) => inner.current?.setAttribute('transform', transform.toString()));
    area.call(moving);
    area.on('dblclick', () => area.call(moving.transform, zoomIdentity));
    return () => void area.on('.zoom', null);
  }, []);
  return (
    <div class="moving">
    <svg ref={svg} class="canvas" role={label === 'behaviour tree' ? 'tree' : 'img'} aria-label={label} viewBox={`0 0 ${Math.max(width, 200)} ${Math.max(height, 30)}`} preserveAspectRatio="xMinYMin meet" style={{ maxHeight: `${most}px`, minWidth: `${Math.min(width, 4000) * 0.72}px`, maxWidth: `${Math.max(width, 200) * 1.1}px` }}>
      <g ref={inner}>{children}</g>
    </svg>
    </div>
  );
}
