/** Rules for layers, modules and files. `architecture.test.ts` applies them to the repository. */
import { posix } from 'node:path'

/**
 * The layers, lowest first, with the layers that each may import. All layers may import packages, except `values`
 * (`packagesOf`) and `contract` (TypeBox only).
 */
const layers: readonly { readonly layer: string; readonly dependencies: readonly string[] }[] = [
  { layer: 'src/values/', dependencies: [] },
  { layer: 'src/engine/', dependencies: ['src/values/'] },
  { layer: 'src/catalogs/', dependencies: ['src/values/'] },
  { layer: 'src/contract/', dependencies: ['src/values/'] },
  { layer: 'src/carriers/', dependencies: ['src/values/', 'src/engine/flow/', 'src/engine/smpp/'] },
  // Rewrites requests of lenient credentials to the contract before they are validated.
  { layer: 'src/lenient/', dependencies: ['src/values/', 'src/engine/http/', 'src/contract/'] },
  { layer: 'tools/', dependencies: ['src/values/', 'src/engine/', 'src/carriers/'] },
]
const withoutPackages = ['src/values/', 'client/src/']
/** Packages that single files of these layers import. */
const packagesOf: Readonly<Record<string, RegExp>> = {
  'src/values/local-number.ts': /^libphonenumber-js\//,
  'src/values/numbering-plans.ts': /^libphonenumber-js\//,
}

/** Imports that every module may use, apart from other modules. Of the carriers, only the interface. */
const moduleDependencies = [
  'src/values/',
  'src/engine/',
  'src/catalogs/',
  'src/contract/',
  'src/carriers/carrier.ts',
  'src/carriers/provider-kind.ts',
  'src/context.ts',
  'src/api-route.ts',
  'src/module.ts',
]

/**
 * Modules that a module may import, only through their index.ts. To call a module above it, a module gets a function
 * from app.ts.
 */
const modulesOf: Readonly<Record<string, readonly string[]>> = {
  links: ['campaigns/counts'],
  campaigns: ['sms', 'contacts', 'senders', 'templates', 'balance', 'consent', 'campaigns/counts', 'links'],
  sms: ['balance', 'senders', 'templates', 'contacts', 'webhooks', 'routing', 'consent', 'campaigns/counts'],
  reports: ['sms'],
  otp: ['sms', 'balance', 'chat'],
  smpp: ['sms', 'senders'],
  kannel: ['sms', 'smpp'],
  inbound: ['sms', 'webhooks', 'consent', 'smpp', 'campaigns/counts', 'inbox/conversations'],
  inbox: ['sms', 'senders', 'contacts', 'consent', 'chat', 'inbound', 'users', 'inbox/conversations', 'history'],
  history: ['contacts', 'consent', 'inbox/conversations'],
  // Carriers are the providers of SMS.
  routing: ['providers'],
  airtime: ['balance', 'webhooks', 'providers'],
  checkout: ['balance', 'webhooks', 'providers'],
  chat: ['balance', 'webhooks', 'providers', 'inbox/conversations'],
}
/**
 * Sub-folders that modules below theirs import. They count as modules: the rest of their module also imports them only
 * through their index.ts, and they import nothing from it.
 */
const lowerFolders = ['inbox/conversations', 'campaigns/counts']
/** `module.ts` opens a module: it chooses implementations, and `app` lists it. */
const entryDependencies = ['src/carriers/', 'src/version.ts']
const isEntry = (file: string) => /^src\/modules\/[^/]+\/module\.ts$/.test(file)
/** Declares what an entry may have, in types of the modules. */
const entryType = 'src/module.ts'
const entryTypeDependencies = ['src/config.ts', 'src/context.ts', 'src/contract/', 'src/engine/']

/** Every module may look up accounts, record events, and describe its tables. */
const sharedModules = ['accounts', 'events', 'table-data']

/** Additional carrier files that one module may import. */
const carriersOf: Readonly<Record<string, readonly string[]>> = {
  airtime: ['src/carriers/airtime/provider.ts'],
  checkout: ['src/carriers/payment/provider.ts'],
  chat: ['src/carriers/chat/channel.ts'],
  // The settings of carriers that concern routing.
  routing: ['src/carriers/failover.ts'],
  // Changes the settings of the simulated network.
  sandbox: ['src/carriers/simulator/simulator.ts'],
}

/** `context.ts` only declares types. */
const contextDependencies = ['src/config.ts', 'src/engine/', 'src/values/']
/** Modules import `api-route.ts`, so it must not import modules. */
const apiRouteDependencies = ['src/context.ts', 'src/contract/', 'src/engine/', 'src/values/']
/** app.ts composes these from modules, so they import neither app.ts nor the commands. */
const composed = ['src/console/', 'src/http/']
const compositionRoot = ['src/app.ts', 'src/app/', 'src/commands/', 'src/command-line.ts', 'src/main.ts', 'src/demo/']

/** The dashboard is a client of the console API: it shares only values and the types of the contract. */
const dashboardDependencies = ['dashboard/src/', 'src/values/', 'src/catalogs/fill.ts', 'src/catalogs/message.ts']
const dashboardTypes = ['src/contract/']
const pageOf = (file: string) => /^dashboard\/src\/pages\/([^/]+)\//.exec(file)?.[1] ?? null

/** The client is a separate package that also runs outside Node. */
const clientLayer = 'client/src/'

export interface Source {
  /** Path from the project root, with slashes. */
  readonly file: string
  readonly text: string
}

export interface Import {
  readonly from: string
  /** A path from the project root, or a package name. */
  readonly to: string
  readonly isPackage: boolean
  readonly typeOnly: boolean
}

const statement = /^[ \t]*(?:import|export)\b(?<type>\s+type\b)?(?:[^'"`;()=]*?\bfrom)?\s*['"](?<name>[^'"]+)['"]/gm
const call = /\bimport\(\s*['"`](?<name>[^'"`]+)['"`]/g

export function importsOf({ file, text }: Source): Import[] {
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

export const isTest = (file: string) => file.endsWith('.test.ts')
const moduleOf = (file: string) =>
  lowerFolders.find((folder) => file.startsWith(`src/modules/${folder}/`)) ??
  /^src\/modules\/([^/]+)\//.exec(file)?.[1] ??
  null
const isIn = (places: readonly string[], file: string) =>
  places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))

/** Describes a forbidden import; null if it is allowed. Tests may import anything. */
export function findForbidden(one: Import): string | null {
  const { from, to } = one
  if (isTest(from) || isAllowed(one)) return null
  const other = moduleOf(to)
  const isInside = other !== null && other !== moduleOf(from) && !to.endsWith(`/${other}/index.ts`)
  return `${from} imports ${to}${isInside ? ', not its index.ts' : ''}`
}

function isAllowed({ from, to, isPackage, typeOnly }: Import): boolean {
  if (isPackage && from.startsWith('src/contract/')) return to === 'typebox' && typeOnly
  if (isPackage) return !isIn(withoutPackages, from) || packagesOf[from]?.test(to) === true
  if (isTest(to)) return false
  if (from.startsWith(clientLayer)) return to.startsWith(clientLayer)
  if (from.startsWith('dashboard/')) {
    if (pageOf(from) !== null && pageOf(to) !== null && pageOf(from) !== pageOf(to)) return false
    return isIn(dashboardDependencies, to) || (typeOnly && isIn(dashboardTypes, to))
  }
  const layer = layers.find((candidate) => from.startsWith(candidate.layer))
  if (layer) return isIn([layer.layer, ...layer.dependencies], to)
  if (from === 'src/context.ts') return typeOnly && isIn(contextDependencies, to)
  if (from === 'src/api-route.ts') return isIn(apiRouteDependencies, to)

  const own = moduleOf(from)
  const other = moduleOf(to)
  if (own !== null && own === other) return true
  if (isEntry(to)) return from.startsWith('src/app/')
  if (other !== null && to !== `src/modules/${other}/index.ts`) return false
  if (from === entryType) return typeOnly && (other !== null || isIn(entryTypeDependencies, to))
  if (own === null) return isAllowedAbove(from, to)
  return other === null
    ? isIn([...moduleDependencies, ...(carriersOf[own] ?? []), ...(isEntry(from) ? entryDependencies : [])], to)
    : [...sharedModules, ...(modulesOf[own] ?? [])].includes(other)
}

/** For files above the modules: console, HTTP, composition, commands. */
function isAllowedAbove(from: string, to: string): boolean {
  if (to.startsWith('tools/')) return from.startsWith('src/commands/')
  return to.startsWith('src/') && !(isIn(composed, from) && isIn(compositionRoot, to))
}

/**
 * Groups of files that import each other, including type-only imports: the strongly connected components of the import
 * graph (Tarjan), each with one shortest cycle.
 */
export function findCycles(imports: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to, isPackage } of imports) {
    if (!isPackage) next.set(from, (next.get(from) ?? new Set()).add(to))
  }
  return findComponents(next).map((files) =>
    files.length === 1
      ? `${files[0]} imports itself`
      : `${files.length} files import each other: ${shortestCycle(next, new Set(files)).join(' -> ')}`,
  )
}

function findComponents(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const components: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    for (const one of next.get(file) ?? []) {
      if (!order.has(one)) visit(one)
      if (open.includes(one)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(one) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const component = open.splice(open.indexOf(file))
    if (component.length > 1 || next.get(file)?.has(file)) components.push(component.toSorted())
  }
  for (const file of next.keys()) if (!order.has(file)) visit(file)
  return components
}

/** A shortest cycle through the first file of a component, by breadth-first search. */
function shortestCycle(next: ReadonlyMap<string, ReadonlySet<string>>, component: ReadonlySet<string>): string[] {
  const [start = ''] = component
  const paths: string[][] = [[start]]
  const seen = new Set<string>()
  for (const path of paths) {
    for (const one of next.get(path.at(-1) ?? '') ?? []) {
      if (one === start) return [...path, one]
      if (!component.has(one) || seen.has(one)) continue
      seen.add(one)
      paths.push([...path, one])
    }
  }
  return [start]
}

/** Files that may read the environment. */
const environmentReaders = ['src/config.ts']

export const readsEnvironment = ({ file, text }: Source): boolean =>
  !environmentReaders.includes(file) &&
  /\bprocess\s*(\?\.|\.|\[\s*['"`])\s*env\b|['"]node:process['"]|['"]process['"]/.test(text)

/** A handler that passes on a whole body, or all fields that it does not name, passes on fields that nobody checked. */
export const spreadsBody = ({ file, text }: Source): boolean =>
  /^src\/(console\/|modules\/.*\/(api|console))/.test(file) && /\.\.\.(\w+\.)?body\b/.test(text)

export const linesMax = 300
/** Generated files may be longer. */
export const generatedFiles = [
  'client/src/account-wire.ts',
  'client/src/topics.ts',
  'client/src/wire.ts',
  'src/engine/db/tables.ts',
]

export const lineCount = ({ text }: Source) => text.replace(/\n$/, '').split('\n').length

const vagueNames = ['utils', 'util', 'common', 'helpers', 'helper', 'manager', 'managers', 'service', 'services']

export const hasVagueName = (file: string) =>
  file.split('/').some((part) => vagueNames.includes((part.split('.')[0] ?? '').toLowerCase()))

/** Test files share processes: a hook outside a suite also runs for tests of other files. */
export const hasGlobalHook = ({ file, text }: Source) => isTest(file) && /^(before|beforeEach|afterEach)\(/m.test(text)
