import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { optionsOf } from '../src/commands/command.ts'
import { loadCommands } from '../src/commands/index.ts'
import { settings } from '../src/config/settings.ts'
import { consoleRoutes } from '../src/contract/console/index.ts'
import { publicRoutes } from '../src/contract/public/index.ts'
import { resolveAlias } from '../src/lenient/index.ts'
import { isOfAccountApi } from '../src/values/address.ts'

const commands = await loadCommands()

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The changelog and decisions describe the past. */
const pages = globSync(['*.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: ['CHANGELOG.md', 'docs/decisions/**'],
}).toSorted()

/** Routes without an entry in the contract. */
const otherRoutes = ['GET /v1/chatapi/media/:media', 'POST /v1/whitelist/add-to-list']

/** These pages also name the paths of a provider's API. */
const pagesOfProviders = ['docs/http-carriers.md', 'docs/providers/airtime.md']

/** Options of curl, Docker and Node. */
const optionsOfOthers = ['retry', 'retry-all-errors', 'stop-timeout', 'env-file', 'experimental-global-webcrypto']

const routes = [
  ...Object.keys(publicRoutes),
  ...otherRoutes,
  ...Object.keys(consoleRoutes).map((route) => (isOfAccountApi(route) ? route : route.replace(' ', ' /console/v1'))),
].map((route) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, parts: path.slice(1).split('/') }
})

/** A part in the page may be an example of a parameter; a placeholder never stands for a fixed part. */
const isPart = (named: string, own: string | undefined) =>
  own !== undefined && (own === named || (own.startsWith(':') && named !== ''))

function isRoute(method: string | undefined, path: string): boolean {
  const url = resolveAlias({ url: path, method: method ?? 'GET' } as IncomingMessage)
  const parts = url.slice(1).split('/')
  const last = parts.at(-1)
  const isPrefix = last === '' || last === '…' || last === '*'
  return routes.some(
    (route) =>
      (method === undefined || method === route.method || url !== path) &&
      (isPrefix ? route.parts.length >= parts.length - 1 : route.parts.length === parts.length) &&
      (isPrefix ? parts.slice(0, -1) : parts).every((part, index) => isPart(part, route.parts[index])),
  )
}

/** The API paths of a text, with their method where one stands before them. */
function pathsIn(text: string): { readonly method: string | undefined; readonly path: string }[] {
  const found = text.matchAll(
    /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?<![\w.-])(\/(?:api\/v1|public\/v1|console\/v1|v1|v2)\/[\w/:{}.$*…-]*)/g,
  )
  return [...found].map(([, method, path = '']) => ({ method, path: path.replace(/[.:]+$/, '') }))
}

/** Routes of the console without their prefix, such as `PUT /sending-window`. */
const shortPathsIn = (text: string) =>
  [...text.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[\w/:{}.-]*)/g)].filter(
    ([, , path = '']) => !/^\/(api|public|console|v1|v2|cgi-bin|health|ready|metrics|docs|openapi)\b/.test(path),
  )

const optionNames = new Set(commands.flatMap((command) => Object.keys(optionsOf(command))))

/** The flags of inline code that starts with a flag: `--a` and `--a 1 --b 2`. */
const flagsIn = (text: string) =>
  [...text.matchAll(/`(--[a-z][^`\n]*)/g)].flatMap(([, span = '']) =>
    [...span.matchAll(/(?:^|\s)--([a-z][a-z-]*)/g)].map(([, name = '']) => name),
  )

/** Options of the scripts in `package.json`. */
const scripts = globSync('{bench,test,tools}/**/*.{ts,js}', { cwd: root, exclude: ['test/doc-names.test.ts'] })
  .map(read)
  .join('\n')
const isOption = (name: string) =>
  optionNames.has(name) ||
  optionsOfOthers.includes(name) ||
  new RegExp(`^\\s*'?${name}'?: \\{|'--${name}'`, 'm').test(scripts)

const settingNames = new Set(Object.values(settings).map(({ name }) => name))

/** Variables of the scripts, the quick starts and the dashboard's development server. */
const isVariable = (name: string) =>
  settingNames.has(name) ||
  pages.some((page) => page.startsWith('docs/quick-starts/') && new RegExp(`export ${name}=`).test(read(page))) ||
  new RegExp(`\\b${name}\\b`).test(scripts + read('dashboard/vite.config.ts') + read('package.json'))

const scriptNames = new Set(Object.keys(JSON.parse(read('package.json')).scripts))

describe('names in the documentation', () => {
  for (const page of pages)
    it(`${page} names existing paths, options, settings and scripts`, () => {
      const text = read(page)
      const apiText = pagesOfProviders.includes(page) ? '' : text
      const unknown = [
        ...pathsIn(apiText)
          .filter(({ method, path }) => !isRoute(method, path))
          .map(({ method = '', path }) => `${method} ${path}`),
        ...shortPathsIn(apiText)
          .filter(([, method, path]) => !isRoute(method, `/console/v1${path}`))
          .map(([, method, path]) => `${method} ${path}`),
        ...flagsIn(text).filter((name) => !isOption(name)),
        ...[...text.matchAll(/\bNGOMA_[A-Z0-9_]*[A-Z0-9]\b/g)]
          .map(([name]) => name)
          .filter((name) => !isVariable(name)),
        ...[...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)]
          .map(([, name = '']) => name)
          .filter((name) => !scriptNames.has(name)),
      ]
      assert.deepEqual(unknown, [])
    })

  it('finds a path, a method, an option and a setting that do not exist', () => {
    assert.equal(isRoute('GET', '/v2/contacts'), true)
    assert.equal(isRoute('GET', '/v2/contacts/{contact}'), true)
    assert.equal(isRoute(undefined, '/v2/contacts/…'), true)
    assert.equal(isRoute('POST', '/console/v1/accounts/:account/books/:id/send'), false)
    assert.equal(isRoute('DELETE', '/v2/messages'), false)
    assert.equal(isRoute(undefined, '/console/v1/accounts/:account/rejected'), false)
    assert.deepEqual(
      pathsIn('`POST /v2/messages` and https://example.com/v2/other').map(({ method, path }) => [method, path]),
      [['POST', '/v2/messages']],
    )
    assert.equal(isOption('qwertz-option'), false)
    assert.deepEqual(flagsIn('`--one 1 --two` and `serve --three`'), ['one', 'two'])
    assert.equal(isVariable('NGOMA_QWERTZ_SETTING'), false)
  })
})
