/** The tables of docs/api/account.md and docs/operating/console-api.md. `npm run generate:examples` writes them. */
import { readFileSync } from 'node:fs'
import { fieldsOf } from '../src/commands/schema-fields.ts'
import { consoleRoutes } from '../src/contract/console/index.ts'
import { CsvFile, type Operation } from '../src/contract/route.ts'
import { isOfAccountApi } from '../src/values/address.ts'
import { accountProblems } from '../src/values/problems.ts'
import { examplesIn } from './account-examples.ts'
import type { Document } from './documented.ts'

export const accountPage = new URL('../docs/api/account.md', import.meta.url)
export const consolePage = new URL('../docs/operating/console-api.md', import.meta.url)

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
  ...Object.entries(accountProblems).map(([code, [status, meaning]]) => [`\`${code}\``, String(status), meaning]),
)

const namesOf = ({ query, body, asksProof }: Operation) => {
  const proven: readonly string[] = Array.isArray(asksProof) ? asksProof : []
  const names = [...Object.keys(fieldsOf(query)), ...(body === CsvFile ? [] : Object.keys(fieldsOf(body)))]
  const shown = names.map((name) => `\`${name}\`${proven.includes(name) ? '†' : ''}`)
  return [...shown, ...(body === CsvFile ? ['a CSV file'] : [])]
}

const consoleRows = tableOf(
  ['Request under `/console/v1`', 'Description', 'Query or body', 'For'],
  ...Object.values<Operation>(consoleRoutes)
    .filter(({ route }) => !isOfAccountApi(route))
    .map((operation) => [
      `\`${operation.route}\`${operation.asksProof === true ? ' †' : ''}`,
      [operation.summary, operation.description].filter(Boolean).join('. ').replaceAll('\n', ' '),
      namesOf(operation).join(', '),
      operation.may,
    ]),
)

/** The page with current tables. */
const fillTables = (page: URL, tables: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(tables).reduce(
    (text, [name, lines]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->).*?(<!-- end -->)`, 's'),
        (_, start, end) => `${start}\n\n${lines.join('\n')}\n\n${end}`,
      ),
    readFileSync(page, 'utf8'),
  )

export const pageWithTables = (document: Document) =>
  fillTables(accountPage, { operations: operationsOf(document), codes })

export const consolePageWithTable = () => fillTables(consolePage, { routes: consoleRows })
