/** The tables of docs/api/account.md. `npm run generate:examples` writes them. */
import { readFileSync } from 'node:fs'
import { problems } from '../src/values/problems.ts'
import { examplesIn } from './account-examples.ts'
import type { Document } from './documented.ts'

export const accountPage = new URL('../docs/api/account.md', import.meta.url)

const tableOf = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).toSpliced(1, 0, `|${'---|'.repeat(rows[0]?.length ?? 0)}`)

const operationsOf = (document: Document) =>
  tableOf(
    ['Request', 'Description', 'Scope', 'Role of users'],
    ...examplesIn(document).map(({ method, path, operation: { summary, security, 'x-role': role } }) => {
      const [scope = ''] = security?.[0]?.key ?? []
      return [`\`${method} ${path}\``, summary ?? '', `\`${scope}\``, role ?? '']
    }),
  )

const codes = tableOf(
  ['Code', 'Status', 'Meaning'],
  ...Object.entries(problems).map(([code, [status, meaning]]) => [`\`${code}\``, String(status), meaning]),
)

/** The page with current tables. */
export function pageWithTables(document: Document): string {
  const tables = { operations: operationsOf(document), codes }
  return Object.entries(tables).reduce(
    (page, [name, lines]) =>
      page.replace(
        new RegExp(`(<!-- ${name} -->).*?(<!-- end -->)`, 's'),
        (_, start, end) => `${start}\n\n${lines.join('\n')}\n\n${end}`,
      ),
    readFileSync(accountPage, 'utf8'),
  )
}
