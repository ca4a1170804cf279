import { defaultLanguage, isLanguage } from '../values/languages.ts'
import { escapeHtml } from '../values/xml.ts'
import { type Texts, texts } from './index.ts'

/** The content of an email, as plain text in the language of its recipient. The layout adds everything else. */
export interface EmailContent {
  readonly subject: string
  readonly text: string
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** A page of the dashboard. */
  readonly link?: { readonly label: string; readonly path: string }
  readonly note?: string
}

/** The installation that an email comes from. */
export interface EmailSource {
  /** The From address. Its name is the heading. */
  readonly mailFrom: string
  /** The origin of the dashboard; null when unknown. */
  readonly dashboard: string | null
}

export interface ComposedEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Writes an email in a language. One that this version does not know, of a newer one, becomes English. */
export function composeEmail(
  language: string,
  write: (texts: Texts) => EmailContent,
  source: EmailSource,
): ComposedEmail {
  const chosen = texts[isLanguage(language) ? language : defaultLanguage]
  const content = write(chosen)
  return { subject: content.subject, text: asText(chosen, content, source), html: asHtml(chosen, content, source) }
}

const nameOf = ({ mailFrom }: EmailSource) => /^(.*\S)\s*</.exec(mailFrom)?.[1]?.trim() ?? 'Ngoma'

function asText({ t }: Texts, { text, facts = [], link, note }: EmailContent, source: EmailSource): string {
  const { dashboard } = source
  const paragraphs = [
    t.emails.greeting,
    text,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    link === undefined
      ? ''
      : dashboard === null
        ? `${t.emails.pathOnly}\n\n  ${link.path}`
        : `${link.label}:\n\n  ${dashboard}${link.path}`,
    note ?? '',
    // Two hyphens and a space start a signature.
    `-- \n${nameOf(source)}${dashboard === null ? '' : `\n${dashboard}`}`,
  ]
  return `${paragraphs.filter((one) => one !== '').join('\n\n')}\n`
}

/** Inline styles are for light mode; many clients ignore the rules for dark mode in the head and choose colours themselves. */
const styles = {
  body: 'margin:0;padding:24px 12px;background:#f1f4f5;color:#1d2b30',
  card: 'max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #dbe3e5;border-radius:8px',
  font: "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  name: 'margin:0 0 20px;font-size:18px;font-weight:700;color:#0b6472',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  facts: 'margin:0 0 16px;padding:12px 16px;background:#f1f4f5;border-radius:6px',
  label: 'margin:0;font-size:14px;color:#4d5d63',
  value: 'margin:0 0 4px;font-weight:600;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:11px 20px;background:#0e7584;color:#ffffff;font-weight:600;text-decoration:none;border-radius:6px',
  small: 'margin:0 0 16px;font-size:14px;color:#4d5d63;overflow-wrap:anywhere',
  link: 'color:#0b6472',
  foot: 'margin:16px auto 0;max-width:560px;font-size:14px;color:#4d5d63;text-align:center;overflow-wrap:anywhere',
} as const

const darkRules = `@media (prefers-color-scheme:dark){
body{background:#12191b!important;color:#e4ecee!important}
.card{background:#1b2528!important;border-color:#34444a!important}
.facts{background:#12191b!important}
.name,a.link{color:#74c3cc!important}
.dim{color:#a9b8bd!important}
}`

function asHtml({ t, language }: Texts, content: EmailContent, source: EmailSource): string {
  const { subject, text, facts = [], link, note } = content
  const name = escapeHtml(nameOf(source))
  const parts = [
    `<p style="${styles.paragraph}">${escapeHtml(t.emails.greeting)}</p>`,
    `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`,
    facts.length === 0 ? '' : `<dl class="facts" style="${styles.facts}">${facts.map(asFact).join('')}</dl>`,
    link === undefined ? '' : asLink(t.emails.pathOnly, link, source.dashboard),
    note === undefined ? '' : `<p style="${styles.paragraph};margin-bottom:0">${escapeHtml(note)}</p>`,
  ]
  const home = source.dashboard === null ? name : `${name} · ${anchor(source.dashboard)}`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkRules}</style>
</head>
<body style="${styles.body};${styles.font}">
<div class="card" style="${styles.card}">
<p class="name" style="${styles.name}">${name}</p>
${parts.filter((part) => part !== '').join('\n')}
</div>
<p class="dim" style="${styles.foot}">${home}</p>
</body>
</html>
`
}

const asFact = ([label, value]: readonly [string, string]) =>
  `<dt class="dim" style="${styles.label}">${escapeHtml(label)}</dt><dd style="${styles.value}">${escapeHtml(value)}</dd>`

const anchor = (url: string) =>
  `<a class="link" href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(url)}</a>`

/** The button, and its address for clients that show no links. */
function asLink(
  pathOnly: string,
  { label, path }: NonNullable<EmailContent['link']>,
  dashboard: string | null,
): string {
  if (dashboard === null)
    return `<p style="${styles.paragraph}">${escapeHtml(pathOnly)}<br><code>${escapeHtml(path)}</code></p>`
  const url = `${dashboard}${path}`
  return `<p style="${styles.paragraph}"><a href="${escapeHtml(url)}" style="${styles.button}">${escapeHtml(label)}</a></p>
<p class="dim" style="${styles.small}">${anchor(url)}</p>`
}
