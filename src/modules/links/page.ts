import { hash } from 'node:crypto'
import type { Texts } from '../../catalogs/index.ts'

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 27rem; padding: 1.5rem; text-wrap: balance; }
h1 { margin: 0 0 .5rem; font-size: 1.375rem; line-height: 1.25; }
p { margin: 0; }
`

/** Allows nothing but the style in the page. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'; base-uri 'none'`

/** A page instead of a redirect: `missing` or `fault`. */
export function showPage({ language, t }: Texts, name: 'missing' | 'fault'): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.link[name]}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${t.link[name]}</h1>
<p>${t.link[`${name}About`]}</p>
</main>
</body>
</html>
`
}
