/** The look of the guides, in light and dark. */
export const style = `
:root { color-scheme: light dark; --line: #d8dde3; --soft: #f4f6f8; --text: #1c2733; --dim: #55606d; --link: #0b62a8; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --line: #333c46; --soft: #20262d; --text: #e4e8ec; --dim: #a5afba; --link: #7cbcf2; --page: #15191e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); }
.skip { position: absolute; inset-inline-start: -999px; }
.skip:focus { inset-inline-start: 8px; top: 8px; background: var(--page); padding: 4px 8px; }
header { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 12px 20px; border-bottom: 1px solid var(--line); }
header a:first-child { font-weight: 700; color: var(--text); text-decoration: none; margin-inline-end: auto; }
.columns { display: flex; max-width: 1200px; margin: 0 auto; }
.side { width: 260px; flex: none; padding: 16px 20px; border-inline-end: 1px solid var(--line); font-size: 14px; }
nav h2 { font-size: 13px; margin: 16px 0 4px; color: var(--dim); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 3px 0; }
nav a[aria-current] { font-weight: 700; color: var(--text); text-decoration: none; }
.menu { display: none; }
main { min-width: 0; flex: 1; padding: 20px 32px 80px; max-width: 840px; }
main h1 { line-height: 1.2; margin-top: 8px; }
main h2 { margin-top: 40px; line-height: 1.3; }
main h3 { margin-top: 28px; }
.sections { background: var(--soft); border-radius: 8px; padding: 8px 16px; font-size: 14px; }
.sections ul { columns: 2; }
code { font: 0.88em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: 1px 4px; overflow-wrap: break-word; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; overflow-x: auto; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 15px; }
th, td { border: 1px solid var(--line); padding: 6px 10px; text-align: start; vertical-align: top; }
th { background: var(--soft); }
@media (max-width: 800px) {
  .columns { display: block; }
  .side { display: none; }
  .menu { display: block; padding: 8px 16px; border-bottom: 1px solid var(--line); }
  .menu summary { padding: 6px 0; cursor: pointer; }
  main { padding: 12px 16px 60px; }
  .sections ul { columns: 1; }
}
`
