import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import type { Problem } from '../../values/problems/problem.ts'
import { accountProblems, consoleProblems } from '../../values/problems.ts'
import { escapeHtml } from '../../values/xml.ts'
import { style } from './guide-style.ts'
import { anchorOf, renderMarkdown } from './markdown.ts'

/** The guides for developers and operators, rendered from `docs/`. */

const root = new URL('../../../docs/', import.meta.url)
export const guidesPath = '/docs/guides'
/** The `type` of problem details refers to it. */
const problemsPath = '/docs/problems'

/** Files of `docs/` by group, in the order of the navigation. */
const groups: readonly (readonly [title: string, ...files: string[]])[] = [
  [
    'Quick starts',
    'quick-starts/README.md',
    'quick-starts/curl.md',
    'quick-starts/typescript.md',
    'quick-starts/python.md',
    'quick-starts/php.md',
    'quick-starts/go.md',
  ],
  [
    'Guides',
    'guides/send.md',
    'guides/personal-messages.md',
    'guides/campaigns.md',
    'guides/short-links.md',
    'guides/receive.md',
    'guides/verify-a-phone.md',
    'guides/phone-numbers.md',
    'guides/inbox.md',
    'guides/number-history.md',
    'guides/reports.md',
    'guides/request-log.md',
  ],
  [
    'API',
    'api/README.md',
    'api/sms.md',
    'api/delivery-reports.md',
    'api/callbacks.md',
    'api/otp.md',
    'api/account.md',
    'api/contacts.md',
    'api/sender-names.md',
    'api/templates.md',
    'api/inbound.md',
    'api/credit.md',
    'api/airtime.md',
    'api/checkout.md',
    'api/chat.md',
  ],
  [
    'Clients and protocols',
    'client.md',
    'clients.md',
    'smpp-server.md',
    'kannel.md',
    'scheduling.md',
    'guides/migrate-from-another-gateway.md',
    'migrating-from-kannel.md',
    'migrating-from-jasmin.md',
    'glossary.md',
  ],
  [
    'For operators',
    'guides/run-in-production.md',
    'guides/connect-a-carrier.md',
    'operating.md',
    'operating/accounts.md',
    'operating/users.md',
    'operating/backups.md',
    'operating/staging.md',
    'operating/metrics.md',
    'carriers.md',
    'http-carriers.md',
    'monitoring.md',
    'high-availability.md',
    'scaling.md',
    'security.md',
    'privacy.md',
    'resellers.md',
  ],
]

const files = groups.flatMap(([, ...ofGroup]) => ofGroup)

/** `guides/send.md` is `send`, and `api/README.md` is `api`. */
const nameOf = (file: string) => posix.basename(file.replace(/\/README\.md$/, ''), '.md')
const addressOf = (file: string) => `${guidesPath}/${nameOf(file)}`

export const guidePaths: readonly string[] = [guidesPath, problemsPath, ...files.map(addressOf)]

/** Links between guides stay on this server. Other files of the repository are not served. */
function resolveFrom(file: string): (href: string) => string | null {
  return (href) => {
    if (/^https?:\/\//.test(href) || /^#[\w-]*$/.test(href)) return href
    const [path = '', anchor] = href.split('#', 2)
    const target = posix.join(posix.dirname(file), path)
    const found = files.find((one) => one === target || one === posix.join(target, 'README.md'))
    if (found === undefined) return target === 'README.md' ? guidesPath : null
    return `${addressOf(found)}${anchor === undefined ? '' : `#${anchor}`}`
  }
}

interface Guide {
  readonly file: string
  readonly title: string
  readonly text: string
}

/** All pages by path. */
export async function readGuides(): Promise<ReadonlyMap<string, string>> {
  const guides = await Promise.all(files.map(readGuide))
  const titles = new Map(guides.map(({ file, title }) => [file, title]))
  return new Map([
    [guidesPath, showPage('Guides', showIndex(titles), titles, null)],
    [problemsPath, showPage('Problems', problemsContent, titles, null)],
    ...guides.map(({ file, title, text }) => {
      const html = renderMarkdown(text, { resolve: resolveFrom(file) })
      return [
        addressOf(file),
        showPage(title, html.replace('</h1>', `</h1>${showContents(text)}`), titles, file),
      ] as const
    }),
  ])
}

async function readGuide(file: string): Promise<Guide> {
  const text = await readFile(new URL(file, root), 'utf8')
  return { file, text, title: /^# (.+)$/m.exec(text)?.[1] ?? nameOf(file) }
}

/** Long guides begin with their sections. */
function showContents(text: string): string {
  const sections = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
  if (sections.length < 4) return ''
  const links = sections.map((title) => `<li><a href="#${escapeHtml(anchorOf(title))}">${plain(title)}</a></li>`)
  return `<nav class="sections" aria-label="On this page"><ul>${links.join('')}</ul></nav>`
}

const plain = (title: string) => escapeHtml(title.replaceAll('`', ''))

type Titles = ReadonlyMap<string, string>

const showLinks = (ofGroup: readonly string[], titles: Titles, current: string | null) =>
  ofGroup
    .map((file) => {
      const mark = file === current ? ' aria-current="page"' : ''
      return `<li><a href="${addressOf(file)}"${mark}>${plain(titles.get(file) ?? '')}</a></li>`
    })
    .join('')

const showIndex = (titles: Titles) =>
  `<h1>Guides</h1><p>How to use this server from your programs, and how to operate it. The <a href="/docs">API reference</a> describes every request and answer, and <a href="${problemsPath}">Problems</a> every error code.</p>${groups
    .map(([title, ...ofGroup]) => `<h2>${title}</h2><ul>${showLinks(ofGroup, titles, null)}</ul>`)
    .join('')}`

const showProblems = (problems: Readonly<Record<string, Problem>>) =>
  `<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${Object.entries(problems)
    .map(([code, [status, sentence, hint = '']]) => {
      const meaning = escapeHtml(hint === '' ? sentence : `${sentence} ${hint[0]?.toUpperCase()}${hint.slice(1)}.`)
      return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${meaning}</td></tr>`
    })
    .join('')}</tbody></table>`

const problemsContent = `<h1>Problems</h1><p>The codes of the errors of the <a href="${guidesPath}/account#errors">account API</a> and the dashboard. A code never changes.</p><h2>Account API</h2>${showProblems(accountProblems)}<h2>Dashboard</h2>${showProblems(consoleProblems)}`

function showPage(title: string, content: string, titles: Titles, current: string | null): string {
  const navigation = groups
    .map(([name, ...ofGroup]) => `<h2>${name}</h2><ul>${showLinks(ofGroup, titles, current)}</ul>`)
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${plain(title)} · Ngoma</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a href="${guidesPath}">Ngoma guides</a> <a href="/docs">API reference</a> <a href="/">Dashboard</a></header>
<div class="columns">
<details class="menu"><summary>All guides</summary><nav aria-label="Guides">${navigation}</nav></details>
<nav class="side" aria-label="Guides">${navigation}</nav>
<main id="content">
${content}
</main>
</div>
</body>
</html>
`
}
