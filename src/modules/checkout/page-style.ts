import { hash } from 'node:crypto'

/**
 * All of the page's looks. It stands in the page itself, so that nothing else has to be loaded, and is allowed there by
 * its hash.
 */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f7; --card: #ffffff; --edge: #d9dce4; --line: #868ea0; --text: #161a23; --soft: #525a6b;
  --accent: #0b5f4c; --accent-strong: #084a3b; --on-accent: #ffffff; --focus: #1d4ed8;
  --note: #fff4d6; --note-edge: #e3bf5a; --note-text: #5a3e00;
  --good: #0b6b3a; --good-ground: #e0f5e8; --bad: #9b1c1c; --bad-ground: #fde8e8; --still: #3f4657; --still-ground: #e8ebf1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1218; --card: #191e28; --edge: #333b4a; --line: #717c91; --text: #eef1f6; --soft: #aab3c4;
    --accent: #5fd6b4; --accent-strong: #86e4c9; --on-accent: #04231b; --focus: #93b4ff;
    --note: #352a0d; --note-edge: #7a6120; --note-text: #ffe3a0;
    --good: #7be0a8; --good-ground: #12331f; --bad: #ffaaa5; --bad-ground: #3d1717; --still: #c3cad8; --still-ground: #2a3140;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 1.25rem 1rem;
  background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main {
  width: 100%; max-width: 27rem; background: var(--card); border: 1px solid var(--edge); border-radius: 1rem; overflow: hidden;
  box-shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 12px 32px -12px rgb(16 24 40 / 18%);
}
.note {
  margin: 0; padding: .7rem 1.5rem; background: var(--note); color: var(--note-text); border-bottom: 1px solid var(--note-edge); font-size: .9375rem;
}
.inside { padding: 1.75rem 1.5rem 1.5rem; }
h1, .note, .words { text-wrap: balance; }
h1 { margin: 0; font-size: 1.0625rem; font-weight: 500; color: var(--soft); line-height: 1.4; overflow-wrap: anywhere; }
h1 strong { display: block; color: var(--text); font-size: 1.375rem; font-weight: 650; }
h1.outcome { color: var(--text); font-size: 1.375rem; font-weight: 650; line-height: 1.25; }
.amount {
  margin: 1rem 0 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .5rem; line-height: 1.1; overflow-wrap: anywhere;
  font-size: clamp(2rem, 10vw, 2.625rem); font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums;
}
.amount span { font-size: 1.125rem; font-weight: 600; letter-spacing: 0; color: var(--soft); }
dl { margin: 1.5rem 0 0; border-top: 1px solid var(--edge); font-size: .9375rem; }
dl div { display: flex; justify-content: space-between; gap: .25rem 1.5rem; padding: .7rem 0; border-bottom: 1px solid var(--edge); }
dl div:last-child { border-bottom: 0; padding-bottom: 0; }
dt { flex: none; color: var(--soft); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; font-weight: 500; }
.actions { display: grid; gap: .75rem; margin-top: 1.5rem; }
form { margin: 0; }
label { display: block; margin-bottom: .75rem; color: var(--soft); font-size: .9375rem; }
input[type=tel] {
  display: block; width: 100%; min-height: 3.25rem; margin-top: .25rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card); color: var(--text); font: inherit; font-size: 1.0625rem; font-variant-numeric: tabular-nums;
}
input[aria-invalid=true] { border-color: var(--bad); }
button, .button {
  display: block; width: 100%; min-height: 3.25rem; padding: .75rem 1rem; border: 1px solid transparent; border-radius: .75rem; text-align: center;
  font: inherit; font-size: 1.0625rem; font-weight: 600; text-decoration: none; cursor: pointer; overflow-wrap: anywhere;
}
.pay { background: var(--accent); color: var(--on-accent); }
.pay:hover { background: var(--accent-strong); }
.other { background: transparent; color: var(--text); border-color: var(--line); }
.other:hover { border-color: var(--text); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
.mark { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin-bottom: 1rem; border-radius: 50%; }
.mark svg { width: 1.75rem; height: 1.75rem; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.good { background: var(--good-ground); color: var(--good); }
.bad { background: var(--bad-ground); color: var(--bad); }
.still { background: var(--still-ground); color: var(--still); }
.words { margin: .375rem 0 0; color: var(--soft); }
.words + .amount { margin-top: 1.5rem; font-size: clamp(1.5rem, 8vw, 2rem); }
.problem { margin: 1.25rem 0 0; padding: .75rem 1rem; border-radius: .75rem; background: var(--bad-ground); color: var(--bad); }
@media (max-width: 22rem) { dl div { display: block; } dd { text-align: start; } }
@media (forced-colors: active) { main, button, .button, .mark { border: 1px solid; } }
`

export const styleHash = `sha256-${hash('sha256', style, 'base64')}`
