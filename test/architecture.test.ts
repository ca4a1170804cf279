import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/**
 * The floors: what a file may import besides the files of its own floor. Packages are free to all but `values`, which
 * imports nothing.
 */
const floors: readonly { readonly floor: string; readonly doors: readonly string[]; readonly packages: boolean }[] = [
  { floor: 'src/values/', doors: [], packages: false },
  { floor: 'src/engine/', doors: ['src/values/'], packages: true },
  { floor: 'src/carriers/', doors: ['src/values/', 'src/engine/flow/'], packages: true },
  // What lenient clients send is put into the contract's form here, and by what the contract says alone.
  { floor: 'src/lenient/', doors: ['src/engine/http/', 'src/values/'], packages: true },
]

/** What every module may import, besides its own files and other modules. Of the carriers it is the contract only. */
const moduleDoors = ['src/values/', 'src/engine/', 'src/carriers/carrier.ts', 'src/context.ts']

/**
 * Which modules a module may import, through their index.ts only. Everyone may ask accounts; what runs against an arrow
 * is an event.
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  sms: ['balance', 'senders', 'templates', 'contacts', 'webhooks', 'routing'],
  otp: ['sms', 'balance'],
  inbound: ['sms', 'webhooks'],
  airtime: ['balance', 'webhooks'],
  checkout: ['balance', 'webhooks'],
  chat: ['balance', 'webhooks'],
}
/** Events are there so that any module can leave a note to an account, without a door to whoever shows it. */
const everyone = ['accounts', 'events']

/** Doors of one module alone: contracts of those who go other ways than a message does, which nobody else speaks. */
const ownDoors: Readonly<Record<string, readonly string[]>> = {
  // Airtime is announced, paid and asked about.
  airtime: ['src/carriers/airtime/provider.ts'],
  // A payment is no message.
  checkout: ['src/carriers/payment/provider.ts'],
  // Channels also bring what people write.
  chat: ['src/carriers/chat/channel.ts'],
  // It turns the simulated network, which is no other carrier.
  sandbox: ['src/carriers/simulator/simulator.ts'],
}

/** `context.ts` only says what there is, so it imports types, of these. */
const contextDoors = ['src/config.ts', 'src/engine/', 'src/values/']

const linesMax = 300
/** Written by scripts, and as long as the contract and the schema are. */
const generated = ['client/src/wire.ts', 'src/engine/db/tables.ts']
const emptyNames = ['utils', 'util', 'common', 'helpers', 'helper', 'manager', 'managers', 'service', 'services']

interface Source {
  /** From the root of the project, with slashes. */
  readonly file: string
  readonly text: string
}

interface Import {
  readonly from: string
  /** A file from the root of the project, or the name of a package. */
  readonly to: string
  readonly isPackage: boolean
  readonly typeOnly: boolean
}

const statement = /^[ \t]*(?:import|export)\b(?<type>\s+type\b)?(?:[^'"`;()=]*?\bfrom)?\s*['"](?<name>[^'"]+)['"]/gm
const call = /\bimport\(\s*['"`](?<name>[^'"`]+)['"`]/g

function importsOf({ file, text }: Source): Import[] {
  return [...text.matchAll(statement), ...text.matchAll(call)].map(({ groups }) => {
    const { type, name = '' }: { type?: string; name?: string } = groups ?? {}
    const isPackage = !name.startsWith('.')
    return {
      from: file,
      to: isPackage ? name : posix.join(posix.dirname(file), name),
      isPackage,
      typeOnly: type !== undefined,
    }
  })
}

/** The dashboard is a client: of the program it has the values alone. Its pages know nothing of each other. */
const dashboardDoors = ['dashboard/src/', 'src/values/']
const pageOf = (file: string) => /^dashboard\/src\/pages\/([^/]+)\//.exec(file)?.[1] ?? null

/** The client is shipped to others, and runs where there is neither the program nor Node. */
const clientFloor = 'client/src/'

const moduleOf = (file: string) => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? null
const isTest = (file: string) => file.endsWith('.test.ts')
const opens = (doors: readonly string[], file: string) =>
  doors.some((door) => (door.endsWith('/') ? file.startsWith(door) : file === door))

/** Null when the import goes through a door. Tests may go anywhere. */
function wrongDoor({ from, to, isPackage, typeOnly }: Import): string | null {
  if (isTest(from)) return null
  const wrong = `${from} imports ${to}`
  const floor = floors.find((one) => from.startsWith(one.floor))
  if (from.startsWith(clientFloor)) return isPackage || !to.startsWith(clientFloor) ? wrong : null
  if (isPackage) return floor?.packages === false ? wrong : null
  if (from.startsWith('dashboard/')) {
    const isOtherPage = pageOf(from) !== null && pageOf(to) !== null && pageOf(from) !== pageOf(to)
    return opens(dashboardDoors, to) && !isOtherPage ? null : wrong
  }
  if (!to.startsWith('src/') || isTest(to)) return wrong
  if (floor) return opens([floor.floor, ...floor.doors], to) ? null : wrong
  if (from === 'src/context.ts') return typeOnly && opens(contextDoors, to) ? null : wrong

  const other = moduleOf(to)
  const own = moduleOf(from)
  if (own !== null && own === other) return null
  if (other !== null && to !== `src/modules/${other}/index.ts`) return `${wrong} and not its index.ts`
  if (own === null) return null
  return (
    other === null
      ? opens([...moduleDoors, ...(ownDoors[own] ?? [])], to)
      : [...everyone, ...(arrows[own] ?? [])].includes(other)
  )
    ? null
    : wrong
}

/**
 * A way from a file back to itself, or null. Imports of types are left out: nothing of them is there when the program
 * runs.
 */
function findCycle(imports: readonly Import[]): string[] | null {
  const next = new Map<string, string[]>()
  for (const { from, to, isPackage, typeOnly } of imports) {
    if (!isPackage && !typeOnly) next.set(from, [...(next.get(from) ?? []), to])
  }
  const finished = new Set<string>()
  const walk = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (finished.has(file)) return null
    for (const one of next.get(file) ?? []) {
      const cycle = walk(one, [...way, file])
      if (cycle) return cycle
    }
    finished.add(file)
    return null
  }
  for (const file of next.keys()) {
    const cycle = walk(file, [])
    if (cycle) return cycle
  }
  return null
}

function readsEnvironment({ file, text }: Source): boolean {
  return (
    file !== 'src/config.ts' &&
    /\bprocess\s*(\?\.|\.|\[\s*['"`])\s*env\b|['"]node:process['"]|['"]process['"]/.test(text)
  )
}

const lineCount = ({ text }: Source) => text.replace(/\n$/, '').split('\n').length
const hasEmptyName = (file: string) =>
  file.split('/').some((part) => emptyNames.includes((part.split('.')[0] ?? '').toLowerCase()))

/**
 * Files share processes, and so does what is said outside of every suite: it would be done for the tests of other files
 * as well.
 */
const reachesOthers = ({ file, text }: Source) => isTest(file) && /^(before|beforeEach|afterEach)\(/m.test(text)

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{src,test,bench,dashboard/src,client/src}/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.join(entry.parentPath.slice(root.length).replaceAll(sep, '/'), entry.name))
const sources: Source[] = files
  .filter((file) => /\.[jt]sx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(posix.join(root, file), 'utf8') }))
/**
 * Tests stand outside the house, wherever their files are: they import what they test, and set what the program would
 * only read.
 */
const house = sources.filter(({ file }) => /^(src|dashboard|client)\//.test(file) && !isTest(file))
const imports = house.flatMap(importsOf)

describe('the house', () => {
  it('was read: every floor and every module is among its files', () => {
    for (const place of [
      'src/values/',
      'src/engine/',
      'src/carriers/',
      'src/modules/sms/',
      'src/app.ts',
      'src/context.ts',
      'client/src/',
      'test/',
    ]) {
      assert.ok(
        sources.some(({ file }) => file.startsWith(place)),
        place,
      )
    }
    assert.ok(
      imports.some(({ from, to }) => from === 'src/modules/sms/accept.ts' && to === 'src/modules/senders/index.ts'),
    )
  })

  it('imports through its doors only', () => {
    assert.deepEqual(imports.map(wrongDoor).filter(Boolean), [])
  })

  it('imports files that exist, by names that are written down', () => {
    const missing = imports.filter(({ to, isPackage }) => !isPackage && !files.includes(to))
    assert.deepEqual(missing, [])
    assert.deepEqual(
      house.filter(({ text }) => /\bimport\((?!\s*['"`])/.test(text)).map(({ file }) => file),
      [],
    )
  })

  it('has no cycles', () => {
    assert.equal(findCycle(imports), null)
  })

  it('reads the environment in config.ts alone', () => {
    assert.deepEqual(
      house.filter(readsEnvironment).map(({ file }) => file),
      [],
    )
  })

  it(`has no file of more than ${linesMax} lines`, () => {
    assert.deepEqual(
      sources
        .filter((source) => lineCount(source) > linesMax && !generated.includes(source.file))
        .map(({ file }) => file),
      [],
    )
  })

  it('has no tests that prepare anything for those of other files', () => {
    assert.deepEqual(
      sources.filter(reachesOthers).map(({ file }) => file),
      [],
    )
  })

  it('has no names that say nothing', () => {
    assert.deepEqual(files.filter(hasEmptyName), [])
  })
})

describe('the rules of the house', () => {
  const doors: readonly [from: string, line: string, isWrong: boolean][] = [
    ['src/values/phone.ts', `import { a } from './calling-codes.ts'`, false],
    ['src/values/phone.ts', `import { a } from '../engine/clock.ts'`, true],
    ['src/values/phone.ts', `import { isIP } from 'node:net'`, true],
    ['src/values/phone.ts', `import type { Logger } from 'pino'`, true],
    ['src/values/phone.test.ts', `import { it } from 'node:test'`, false],
    ['src/engine/work/loop.ts', `import type { Clock } from '../../values/time.ts'`, false],
    ['src/engine/work/loop.ts', `import type { Context } from '../../context.ts'`, true],
    ['src/engine/work/loop.ts', `export * from '../../modules/sms/index.ts'`, true],
    ['src/engine/work/loop.ts', `import '../../carriers/carrier.ts'`, true],
    ['src/carriers/simulator/simulator.ts', `import { a } from '../carrier.ts'`, false],
    ['src/carriers/simulator/simulator.ts', `import { a } from '../../engine/clock.ts'`, true],
    ['src/carriers/outbox/outbox.ts', `import { a } from '../../engine/flow/deque.ts'`, false],
    ['src/modules/sms/send.ts', `import { a } from './accept.ts'`, false],
    ['src/modules/sms/send.ts', `import { a } from '../senders/index.ts'`, false],
    ['src/modules/sms/send.ts', `import { a } from '../senders/store.ts'`, true],
    ['src/modules/sms/send.ts', `import { a } from '../otp/index.ts'`, true],
    ['src/modules/sms/send.ts', `export { a } from '../accounts/index.ts'`, false],
    ['src/modules/accounts/create.ts', `import { a } from '../senders/index.ts'`, true],
    ['src/modules/otp/request.ts', `import { a } from '../sms/index.ts'`, false],
    ['src/modules/chat/routes.ts', `import { a } from '../sms/index.ts'`, true],
    ['src/modules/sms/send.ts', `import {\n  type A,\n  b,\n} from '../../carriers/carrier.ts'`, false],
    ['src/modules/sms/send.ts', `import {\n  type A,\n  b,\n} from '../../carriers/index.ts'`, true],
    ['src/modules/sms/send.ts', `const late = await import('../../carriers/simulator/simulator.ts')`, true],
    ['src/modules/airtime/disburse.ts', `import { a } from '../../carriers/airtime/provider.ts'`, false],
    ['src/modules/airtime/disburse.ts', `import { a } from '../../carriers/airtime/http.ts'`, true],
    ['src/modules/chat/submit.ts', `import { a } from '../../carriers/chat/channel.ts'`, false],
    ['src/modules/chat/submit.ts', `import { a } from '../../carriers/chat/simulated.ts'`, true],
    ['src/modules/checkout/pay.ts', `import { a } from '../../carriers/payment/provider.ts'`, false],
    ['src/modules/checkout/pay.ts', `import { a } from '../../carriers/payment/simulated.ts'`, true],
    ['src/modules/sms/send.ts', `import { a } from '../../carriers/payment/provider.ts'`, true],
    ['src/modules/sms/send.ts', `import type { Context } from '../../context.ts'`, false],
    ['src/modules/sms/send.ts', `import type { Config } from '../../config.ts'`, true],
    ['src/modules/sms/send.ts', `import { openWorld } from '../../../test/world.ts'`, true],
    ['src/modules/sms/send.ts', `import { a } from './send.test.ts'`, true],
    ['src/modules/sms/send.test.ts', `import { openWorld } from '../../../test/world.ts'`, false],
    ['src/app.ts', `import { a } from './modules/sms/index.ts'`, false],
    ['src/app.ts', `import { a } from './modules/sms/store.ts'`, true],
    ['src/app.ts', `import { a } from '../bench/run.ts'`, true],
    ['dashboard/src/pages/send/send.tsx', `import { a } from '../../parts/listing.tsx'`, false],
    ['dashboard/src/pages/send/send.tsx', `import { a } from '../../../../src/values/gsm.ts'`, false],
    ['dashboard/src/pages/send/send.tsx', `import type { a } from '../../../../src/modules/sms/index.ts'`, true],
    ['dashboard/src/pages/send/send.tsx', `import { a } from '../messages/messages.tsx'`, true],
    ['dashboard/src/pages.ts', `import('./pages/send/send.tsx')`, false],
    ['src/app.ts', `import { a } from '../dashboard/src/api.ts'`, true],
    ['client/src/sms.ts', `import { a } from './pages.ts'`, false],
    ['client/src/sms.ts', `import { a } from '../../src/values/gsm.ts'`, true],
    ['client/src/sms.ts', `import { a } from 'node:crypto'`, true],
    ['src/context.ts', `import type { Config } from './config.ts'`, false],
    ['src/context.ts', `import { readConfig } from './config.ts'`, true],
    ['src/context.ts', `import type { Sms } from './modules/sms/index.ts'`, true],
  ]
  for (const [file, text, isWrong] of doors) {
    it(`${isWrong ? 'refuse' : 'allow'} ${text.replaceAll(/\s+/g, ' ')} in ${file}`, () => {
      const found = importsOf({ file, text })
      assert.equal(found.length, 1)
      assert.equal(found.map(wrongDoor).some(Boolean), isWrong)
    })
  }

  const cycles: readonly [title: string, files: Readonly<Record<string, string>>, isCycle: boolean][] = [
    ['of two', { 'src/a.ts': `import { b } from './b.ts'`, 'src/b.ts': `export { a } from './a.ts'` }, true],
    [
      'of three, one of them late',
      { 'src/a.ts': `import './b.ts'`, 'src/b.ts': `import './c.ts'`, 'src/c.ts': `await import('./a.ts')` },
      true,
    ],
    ['of a file with itself', { 'src/a.ts': `import './a.ts'` }, true],
    [
      'broken by an import of types',
      { 'src/a.ts': `import './b.ts'`, 'src/b.ts': `import type { A } from './a.ts'` },
      false,
    ],
    [
      'that is only a diamond',
      { 'src/a.ts': `import './b.ts'\nimport './c.ts'`, 'src/b.ts': `import './d.ts'`, 'src/c.ts': `import './d.ts'` },
      false,
    ],
  ]
  for (const [title, all, isCycle] of cycles) {
    it(`${isCycle ? 'find' : 'let pass'} a cycle ${title}`, () => {
      assert.equal(
        findCycle(Object.entries(all).flatMap(([file, text]) => importsOf({ file, text }))) !== null,
        isCycle,
      )
    })
  }

  it('find who reads the environment', () => {
    const readers = ['process.env.PORT', `process['env']`, 'process?.env', `import { env } from 'node:process'`]
    for (const text of readers) assert.equal(readsEnvironment({ file: 'src/app.ts', text }), true, text)
    assert.equal(readsEnvironment({ file: 'src/config.ts', text: 'process.env' }), false)
    assert.equal(readsEnvironment({ file: 'src/app.ts', text: 'process.exit(0)' }), false)
  })

  it('find what a file of tests does to others', () => {
    for (const text of ['before(() => {})', `import 'a'\nbeforeEach(run)`, 'afterEach(async () => {})'])
      assert.equal(reachesOthers({ file: 'src/a.test.ts', text }), true, text)
    assert.equal(reachesOthers({ file: 'src/a.test.ts', text: 'describe(a, () => {\n  before(run)\n})' }), false)
  })

  it('find files that are too long, and names that say nothing', () => {
    assert.equal(lineCount({ file: 'src/a.ts', text: 'a\n'.repeat(linesMax) }), linesMax)
    assert.equal(lineCount({ file: 'src/a.ts', text: 'a\n'.repeat(linesMax + 1) }), linesMax + 1)
    for (const file of [
      'src/utils.ts',
      'src/common/a.ts',
      'test/helpers.test.ts',
      'src/modules/Manager.ts',
      'bench/service/run.ts',
    ])
      assert.equal(hasEmptyName(file), true, file)
    for (const file of ['src/modules/sms/send.ts', 'test/world.ts']) assert.equal(hasEmptyName(file), false, file)
  })
})
