import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { loadCommands } from '../src/commands/index.ts'

const commands = await loadCommands()

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted()

const readPage = (page: string) => readFileSync(join(root, page), 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '')

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of readPage(page).matchAll(/^#+ (.*)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    let copies = 0
    while (anchors.has(copies === 0 ? anchor : `${anchor}-${copies}`)) copies += 1
    anchors.add(copies === 0 ? anchor : `${anchor}-${copies}`)
  }
  return anchors
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
}

/** Names no command, or an option that the command does not have. */
function isUnknown(line: string): boolean {
  const [words = ''] = line.split(/ -| [^a-z]|[.,;:!?)"'`]/, 1)
  const found = commands.filter(({ name }) => `${words} `.startsWith(`${name} `))
  const command = found.toSorted((a, b) => b.name.length - a.name.length)[0]
  if (command === undefined) return !groups.has(words)
  const [own = ''] = line.split(/[|>;)"`&]|\s#/, 1)
  const options = [...own.matchAll(/ --([a-z][a-z-]*)/g)].map(([, option = '']) => option)
  return options.some((option) => !['json', 'help', ...Object.keys(command.options ?? {})].includes(option))
}

const groups = new Set(['', 'help', ...commands.map(({ name }) => name.split(' ')[0])])

describe('commands in the documentation and in hints', () => {
  const files = [
    ...pages.filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/decisions/')),
    ...globSync(['src/**/*.ts', 'dashboard/src/**/*.{ts,tsx}', 'packaging/**/*.*'], {
      cwd: root,
      exclude: ['**/*.test.ts'],
    }),
  ]
  /** In quotes, as a line of an example, or after `npx`, `docker exec NAME` or the user of a cron job. */
  const named = /(?:[`"]|npx |exec \S+ |root |^ *)ngoma ([a-z][^\n]*)/gm
  it('exist, with their options', () => {
    // Only the unreleased part of the changelog describes the present.
    const [, unreleased = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split('\n## ')
    assert.deepEqual(
      [...unreleased.matchAll(named)].filter(([, line = '']) => isUnknown(line)).map(([line]) => line),
      [],
    )
    const unknown = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(named)]
        .filter(([, line = '']) => isUnknown(line))
        .map(([line]) => `${file}: ${line}`),
    )
    assert.deepEqual(unknown, [])
  })
})

describe('commands without the name of the program, in the documentation', () => {
  /** Spans such as `webhook list` and `serve --role`. */
  const named = /(?<![`\w])`([a-z]+ (?:-{2})?[a-z][^`\n]*)`/g
  it('exist, with their options', () => {
    const isOurs = (span: string) => groups.has(span.split(' ', 1)[0]) && !span.startsWith('help ')
    const spans = pages
      .filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/decisions/'))
      .flatMap((page) => [...readPage(page).matchAll(named)].map(([, span = '']) => ({ page, span })))
      .filter(({ span }) => isOurs(span))
    assert.ok(spans.some(({ span }) => span.startsWith('webhook list')))
    assert.deepEqual(
      spans.filter(({ span }) => isUnknown(span)),
      [],
    )
  })

  it('are found when they do not exist', () =>
    assert.deepEqual(['webhook qwertz ID', 'serve --qwertz', 'webhook list'].map(isUnknown), [true, true, false]))
})

describe('documentation links', () => {
  for (const page of pages)
    it(`${page} links to existing files and headings`, () => {
      const links = [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
      assert.deepEqual(
        links.filter((link) => !/^[a-z]+:/.test(link) && isBroken(page, link)),
        [],
      )
    })

  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md'])
    it(`${page} names existing source files`, () => {
      const files = globSync(['*.ts', '{src,test,dashboard,client,tools,bench,docs}/**/*.{ts,tsx,js}'], {
        cwd: root,
        exclude: ['**/node_modules/**', '**/dist/**'],
      })
      const named = [...readPage(page).matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, path = '']) => path)
      assert.deepEqual(
        named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`))),
        [],
      )
    })
})
