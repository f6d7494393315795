import type { BuiltIn, HoldsOp } from './built-ins.js';
import type { NodeType } from './definition.js';
import type { AnyLeaf, ReadFacts, TreeAction, TreeExit, TreeHook, TreeScore, TreeTest } from './leaves.js';
import type { AttributeName } from './text/keywords.js';

// The compiler reads a tree's text here, far enough to know every name in it. Two passes:
//   1. Plain: comments become blanks and strings `_`, so that brackets inside them count for nothing. What strings say to
//      built-in leaves (goals, facts, comparisons) is kept aside.
//   2. Calls: every bracket with the keyword before it gives `keyword:name`, in lower case the first, as written the second;
//      what stands before a bracket or brace and is no keyword gives `?:word`.
// TypeScript stops a recursion of its own after 1000 rounds, so each pass runs in laps of 32 brackets: an outer recursion restarts the inner.

type Lap = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32];
type Blank = ' ' | '\n' | '\t' | '\r';
type TrimStart<S extends string> = S extends `${Blank}${infer R}` ? TrimStart<R> : S;
type TrimEnd<S extends string> = S extends `${infer R}${Blank}` ? TrimEnd<R> : S;
type Trim<S extends string> = TrimStart<TrimEnd<S>>;

// ---- first pass

/** Backslash pairs go first, so that what is left before a quote really escapes it. */
type Unescaped<S extends string> = S extends `${infer A}\\\\${infer R}` ? Unescaped<`${A}${R}`> : Unquoted<S>;
type Unquoted<S extends string> = S extends `${infer A}\\"${infer R}` ? Unquoted<`${A}${R}`> : S;

/** What the first pass gives: the text without comments and strings, and what strings said to built-ins. */
interface Read<Text extends string, Said extends string> {
  readonly text: Text;
  readonly said: Said;
}
/** A pass that stopped after a lap: the rest to read, and what it has so far. */
interface More<Rest extends string, Text extends string, Said extends string, About extends string> {
  readonly rest: Rest;
  readonly so: [Text, Said, About];
}

type Plain<S extends string, Text extends string = '', Told extends string = never, About extends string = ''> =
  PlainLap<S, Text, Told, About, 0> extends infer Result ? (Result extends More<infer R, infer Text2, infer Told2, infer About2> ? Plain<R, Text2, Told2, About2> : Result) : never;

type PlainLap<S extends string, Text extends string, Told extends string, About extends string, N extends number> = N extends 32
  ? More<S, Text, Told, About>
  : S extends `${infer A}"${infer R}`
    ? A extends `${infer B}/*${string}`
      ? SkipComment<S, B, Text, Told, About, N>
      : R extends `${infer Inside}"${infer After}`
        ? Topic<A, About> extends infer T extends string
          ? PlainLap<After, `${Text}${A}_`, Told | Said<T, Inside>, NextAbout<T, Inside>, Lap[N]>
          : never
        : Read<Text, Told>
    : S extends `${infer B}/*${string}`
      ? SkipComment<S, B, Text, Told, About, N>
      : Read<`${Text}${S}`, Told>;

type SkipComment<S extends string, Before extends string, Text extends string, Told extends string, About extends string, N extends number> =
  S extends `${Before}/*${string}*/${infer After}` ? PlainLap<After, `${Text}${Before} `, Told, About, Lap[N]> : Read<Text, Told>;

type Opened<W extends string> = W | `${string}${Blank | '[' | '('}${W}`;

/** What the string behind `Before` is to a built-in: a goal, a fact, the comparison of a fact, a value to compare it with, or nothing. */
type Topic<Before extends string, LastAbout extends string> =
  TrimEnd<Before> extends `${infer X},`
    ? TrimEnd<X> extends Opened<'plan' | 'goalIs'>
      ? 'goal'
      : TrimEnd<X> extends Opened<'holds'>
        ? 'fact'
        : TrimStart<X> extends ''
          ? LastAbout extends `op ${string}` | `value ${string}`
            ? LastAbout
            : ''
          : ''
    : '';
type Said<T extends string, Inside extends string> = T extends '' ? never : `${T}:${Inside}`;
type NextAbout<T extends string, Inside extends string> = T extends 'fact' ? `op ${Inside}` : T extends `op ${infer Fact}` ? `value ${Fact}` : '';

// ---- second pass

type Naming = 'action' | 'condition' | 'while' | 'until' | 'entry' | 'step' | 'exit' | 'score' | 'reset' | 'branch' | 'root';
type Counting = 'wait' | 'repeat' | 'retry' | 'repeatnow' | 'retrynow' | 'lotto' | 'parallel' | 'cooldown' | 'timelimit' | 'runlimit';
type Holding = 'root' | 'sequence' | 'selector' | 'parallel' | 'race' | 'all' | 'lotto' | 'repeat' | 'retry' | 'repeatnow' | 'retrynow' | 'once' | 'flip' | 'succeed' | 'fail' | 'reactivesequence' | 'reactiveselector' | 'utilityselector';
type Edge = Blank | '{' | '}' | ']' | ')';

/** The keyword that a piece of text ends with, if it does. */
type KeywordAt<S extends string, Keywords extends string> = { [K in Keywords]: S extends `${infer Before}${K}` ? (Before extends '' | `${string}${Edge}` ? K : never) : never }[Keywords];
type Commas<S extends string, Count extends 0[] = []> = S extends `${string},${infer R}` ? Commas<R, [...Count, 0]> : Count['length'];
type FirstOf<S extends string> = S extends `${infer A},${string}` ? Trim<A> : Trim<S>;
type After<S extends string, Mark extends string> = S extends `${string}${Mark}${infer R}` ? After<R, Mark> : S;
type LastWord<S extends string> = After<After<After<After<After<After<S, ' '>, '\n'>, '\t'>, '}'>, ']'>, ')'>;

/** What a bracket with `Inside` in it means, by the text before it. */
type CallOf<Before extends string, Inside extends string> = Before extends `${string}]`
  ? // What stands behind the brackets of a root are its params.
    After<Before, '['> extends `${infer Root}]`
    ? `params:${Trim<Root>}:${Commas<`${Inside},`>}`
    : never
  : KeywordCall<Before, Inside>;
type KeywordCall<Before extends string, Inside extends string> = [KeywordAt<Lowercase<Before>, Naming>] extends [infer K extends string]
  ? [K] extends [never]
    ? [KeywordAt<Lowercase<Before>, Counting>] extends [never]
      ? `?:${LastWord<Before>}`
      : never
    : `${K}:${FirstOf<Inside>}` | (K extends 'branch' ? `given:${FirstOf<Inside>}:${Commas<Inside>}` : never)
  : never;

type Calls<S extends string, Open extends string, Close extends string, Found extends string = never> =
  CallsLap<S, Open, Close, Found, 0> extends infer Result ? (Result extends More<infer R, '', infer Next, ''> ? Calls<R, Open, Close, Next> : Result) : never;

type CallsLap<S extends string, Open extends string, Close extends string, Found extends string, N extends number> = N extends 32
  ? More<S, '', Found, ''>
  : S extends `${infer Before}${Open}${infer Inside}${Close}${infer Rest}`
    ? CallsLap<Rest, Open, Close, Found | CallOf<TrimEnd<Before>, Inside>, Lap[N]>
    : Found;

/** The words before braces that are no keywords; behind brackets stands something that was looked at before. */
type Blocks<S extends string, Found extends string = never> =
  BlocksLap<S, Found, 0> extends infer Result ? (Result extends More<infer R, '', infer Next, ''> ? Blocks<R, Next> : Result) : never;

type BlocksLap<S extends string, Found extends string, N extends number> = N extends 32
  ? More<S, '', Found, ''>
  : S extends `${infer Before}{${infer Rest}`
    ? BlocksLap<Rest, Found | BlockOf<TrimEnd<Before>>, Lap[N]>
    : Found;

type BlockOf<Before extends string> = Before extends `${string}${']' | ')'}` ? never : [KeywordAt<Lowercase<Before>, Holding>] extends [never] ? `?:${LastWord<Before>}` : never;

type AllCalls<S extends string> = Calls<S, '[', ']'> | Calls<S, '(', ')'>;
type Named<C, K extends string> = C extends `${K}:${infer N}` ? N : never;

// ---- what the passes are for

type OwnNames<C> = Exclude<Named<C, Exclude<Naming, 'branch' | 'root'>>, BuiltIn>;
// Without any name the type would be `{}`, to which TypeScript lets every object pass.
type LeavesFor<C, Body, F> = [OwnNames<C>] extends [never] ? Readonly<Record<string, never>> : { readonly [N in OwnNames<C>]: LeafFor<N, C, Body, F> };
type LeafFor<N, C, Body, F> =
  N extends Named<C, 'action'>
    ? TreeAction<Body, F>
    : N extends Named<C, 'condition' | 'while' | 'until' | 'reset'>
      ? TreeTest<Body, F>
      : N extends Named<C, 'score'>
        ? TreeScore<Body, F>
        : N extends Named<C, 'entry' | 'step'>
          ? TreeHook<Body, F>
          : TreeExit<Body, F>;

/** Whether the compiler does not know the text, or only parts of it. */
type Unknown<T extends string> = {} extends Record<T, 1> ? true : false;

/** The functions that a tree's text names, each of the kind its use asks for; any functions when the text is not known to the compiler. */
export type Leaves<Body, F, T extends string> = Unknown<T> extends true
  ? Readonly<Record<string, (body: Body, facts: ReadFacts<F>, ...args: any[]) => ReturnType<AnyLeaf>>>
  : Plain<Unescaped<T>> extends infer P extends Read<string, string>
    ? LeavesFor<AllCalls<P['text']>, Body, F>
    : never;

type NoBranch<C> = Exclude<Named<C, 'branch'>, Named<C, 'root'>> extends infer N ? ([N] extends [never] ? never : { readonly 'no root with this name': N; readonly roots: Named<C, 'root'> }) : never;

/** How many params the root of this name takes, as a text. */
type ParamsOf<C, N extends string> = C extends `params:${N}:${infer Count}` ? Count : never;
type WrongCount<C, Given = Named<C, 'given'>> = Given extends `${infer N}:${infer Count}`
  ? N extends Named<C, 'root'>
    ? Count extends ([ParamsOf<C, N>] extends [never] ? '0' : ParamsOf<C, N>)
      ? never
      : { readonly 'not what this root takes': N; readonly given: Count; readonly params: [ParamsOf<C, N>] extends [never] ? '0' : ParamsOf<C, N> }
    : never
  : never;

type Family<N extends string> = N extends `${infer K}[${string}` ? K : N;
type ValueOf<F, N extends string> = N extends keyof F ? (F[N] extends string ? F[N] : string) : string;
type WrongSaid<S, F, G> = S extends `goal:${infer N}`
  ? N extends keyof G
    ? never
    : { readonly 'no such goal': N; readonly goals: keyof G }
  : S extends `fact:${infer N}`
    ? Family<N> extends keyof F
      ? never
      : { readonly 'no such fact': N; readonly facts: keyof F }
    : S extends `op ${string}:${infer Op}`
      ? Op extends HoldsOp
        ? never
        : { readonly 'no such comparison': Op; readonly comparisons: HoldsOp }
      : S extends `value ${infer N}:${infer V}`
        ? V extends ValueOf<F, N>
          ? never
          : { readonly 'no value of this fact': V; readonly values: ValueOf<F, N> }
        : never;

type NoKeyword<C> = Named<C, '?'> extends infer W ? ([W] extends [never] ? never : { readonly 'no such keyword': W; readonly keywords: NodeType | AttributeName }) : never;
type WrongCalls<C> = NoKeyword<C> | NoBranch<C> | WrongCount<C>;
type Wrong<P extends Read<string, string>, F, G> = WrongCalls<AllCalls<P['text']> | Blocks<P['text']>> | WrongSaid<P['said'], F, G>;

/** The text itself when its keywords, branches, goals and facts exist; else an object type that says which does not. */
export type Checked<T extends string, F, G> = Unknown<T> extends true
  ? T
  : Plain<Unescaped<T>> extends infer P extends Read<string, string>
    ? [Wrong<P, F, G>] extends [never]
      ? T
      : Wrong<P, F, G>
    : never;
