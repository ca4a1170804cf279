import { escapeHtml } from '../../values/xml.ts'
/**
 * Renders the Markdown of `docs/`: headings, paragraphs, lists, tables, fenced code, links, emphasis. Everything else is
 * shown as text: HTML in a document is escaped, except `<sup>`.
 */

export interface MarkdownOptions {
  /** The address of a link; null when there is no such page, and only its text is shown. */
  readonly resolve: (href: string) => string | null
}

/** The anchor of a heading, as on GitHub. */
export const anchorOf = (heading: string) =>
  heading
    .replace(/[`*]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const heading = /^(#{1,4}) (.+)$/
const fence = /^```/
const item = /^(?:[-*]|\d{1,3}\.) +/
const ordered = /^\d/
const comment = /^<!--.*-->$/
const tableRule = /^\|[\s|:-]+\|$/

export function renderMarkdown(text: string, options: MarkdownOptions): string {
  return renderBlocks(text.split('\n'), options)
}

function renderBlocks(lines: readonly string[], options: MarkdownOptions): string {
  const inline = (text: string) => renderInline(text, options)
  const blocks: string[] = []
  let place = 0
  /** The lines from here while they match. */
  const take = (matches: (line: string) => boolean) => {
    const start = place
    while (place < lines.length && matches(lines[place] ?? '')) place += 1
    return lines.slice(start, place)
  }
  while (place < lines.length) {
    const line = lines[place] ?? ''
    const [, marks = '', title = ''] = heading.exec(line) ?? []
    if (line.trim() === '' || comment.test(line)) place += 1
    else if (marks !== '') {
      place += 1
      const level = marks.length
      blocks.push(`<h${level} id="${escapeHtml(anchorOf(title))}">${inline(title)}</h${level}>`)
    } else if (fence.test(line)) {
      place += 1
      const code = take((one) => !fence.test(one))
      place += 1
      blocks.push(`<pre tabindex="0"><code>${escapeHtml(code.join('\n'))}</code></pre>`)
    } else if (line.startsWith('|'))
      blocks.push(
        renderTable(
          take((one) => one.startsWith('|')),
          inline,
        ),
      )
    else if (item.test(line)) blocks.push(renderList(take(isListLine(ordered.test(line))), options))
    else blocks.push(`<p>${inline(take(isProse).join('\n'))}</p>`)
  }
  return blocks.join('\n')
}

const isProse = (line: string) =>
  line.trim() !== '' && !heading.test(line) && !fence.test(line) && !line.startsWith('|') && !item.test(line)

/** Items of one kind, their indented lines, and the blank lines between them. */
function isListLine(isOrdered: boolean): (line: string) => boolean {
  return (line) => line.startsWith('  ') || line.trim() === '' || (item.test(line) && ordered.test(line) === isOrdered)
}

function renderList(lines: readonly string[], options: MarkdownOptions): string {
  const items: string[][] = []
  let indent = 0
  for (const line of lines) {
    const [mark] = item.exec(line) ?? []
    if (mark === undefined) items.at(-1)?.push(line.slice(Math.min(indent, line.length - line.trimStart().length)))
    else {
      indent = mark.length
      items.push([line.slice(indent)])
    }
  }
  const tag = ordered.test(lines[0] ?? '') ? 'ol' : 'ul'
  const shown = items.map((one) => `<li>${renderBlocks(one, options).replace(/^<p>([\s\S]*?)<\/p>/, '$1')}</li>`)
  return `<${tag}>${shown.join('')}</${tag}>`
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

function renderTable(lines: readonly string[], inline: (text: string) => string): string {
  const [head = '', ...rest] = lines.filter((line) => !tableRule.test(line))
  const row = (line: string, tag: 'th' | 'td') =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
      .join('')}</tr>`
  const body = rest.map((line) => row(line, 'td')).join('')
  // A table whose heads are empty has none.
  const top = cellsOf(head).every((cell) => cell === '') ? '' : `<thead>${row(head, 'th')}</thead>`
  return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${top}<tbody>${body}</tbody></table></div>`
}

const inlinePattern =
  /(?<code>`+)(?<coded>[\s\S]*?[^`])\k<code>(?!`)|!?\[(?<text>(?:[^\][]|\[[^\]]*\])*)\]\((?<href>[^()\s]*(?:\([^()]*\))?[^()\s]*)\)|\*\*(?<bold>[\s\S]+?)\*\*|\*(?<italic>[^*\s](?:[^*]*[^*\s])?)\*|<sup>(?<sup>\d+)<\/sup>|\\(?<escaped>[|*_`[\]<>])/g

function renderInline(text: string, options: MarkdownOptions): string {
  let shown = ''
  let end = 0
  for (const match of text.matchAll(inlinePattern)) {
    const { coded, text: linked, href = '', bold, italic, sup, escaped } = match.groups ?? {}
    shown += escapeHtml(text.slice(end, match.index))
    end = match.index + match[0].length
    if (coded !== undefined) shown += `<code>${escapeHtml(coded)}</code>`
    else if (linked !== undefined)
      shown += renderLink(linked, match[0].startsWith('!') ? null : options.resolve(href), options)
    else if (bold !== undefined) shown += `<strong>${renderInline(bold, options)}</strong>`
    else if (italic !== undefined) shown += `<em>${renderInline(italic, options)}</em>`
    else if (sup !== undefined) shown += `<sup>${sup}</sup>`
    else shown += escapeHtml(escaped ?? '')
  }
  return shown + escapeHtml(text.slice(end))
}

function renderLink(text: string, href: string | null, options: MarkdownOptions): string {
  const shown = renderInline(text, options)
  if (href === null) return shown
  const outside = /^https?:/.test(href) ? ' rel="noreferrer"' : ''
  return `<a href="${escapeHtml(href)}"${outside}>${shown}</a>`
}
