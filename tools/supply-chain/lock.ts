/** What is checked of every package in the lock file, so that nothing is installed that nobody agreed to. */

interface LockedPackage {
  readonly integrity?: string
  readonly resolved?: string
  readonly license?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

export interface LockFile {
  readonly lockfileVersion?: number
  readonly packages?: Readonly<Record<string, LockedPackage>>
}

export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Licences that let anybody use, change and pass on what is built with the package. */
const licences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  // Data about browsers, which a build tool reads.
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Of a tool that tests run; it asks for the source of its own files alone.
  'MPL-2.0',
  'Unlicense',
  'Zlib',
]

/** Packages whose code npm runs while it installs. */
const runsAtInstall: readonly string[] = ['esbuild']

const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/** `A OR B` is allowed with either, `A AND B` with both. What has both operators is refused, for people to look at. */
function isAllowed(licence: string): boolean {
  const names = licence.replace(/[()]/g, '').split(/ (?:OR|AND) /)
  if (!licence.includes(' AND ')) return names.some((name) => licences.includes(name))
  return !licence.includes(' OR ') && names.every((name) => licences.includes(name))
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function problemsOf(
  path: string,
  { integrity = '', resolved, license = 'none', link, hasInstallScript }: LockedPackage,
) {
  const name = nameOf(path)
  return [
    ...(link || !sha512.test(integrity) ? [`${path} has no SHA-512 checksum`] : []),
    // npm then asks the registry that it is set up with, and compares the checksum.
    ...(resolved === undefined ? [] : [`${path} names where it comes from: ${resolved}`]),
    ...(isAllowed(license) ? [] : [`${path} has the licence ${license}`]),
    ...(hasInstallScript && !runsAtInstall.includes(name) ? [`${path} runs a program when it is installed`] : []),
  ]
}

/** What is wrong with the lock file and the versions that package.json asks for; empty when nothing is. */
export function judgeLock({ lockfileVersion, packages = {} }: LockFile, manifest: Manifest): string[] {
  const asked = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  return [
    ...(lockfileVersion === 3 ? [] : [`the lock file has version ${lockfileVersion}, not 3`]),
    ...asked
      .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
      .map(([name, version]) => `${name} is asked for as ${version}, not as one exact version`),
    ...Object.entries(packages).flatMap(([path, one]) => (path === '' ? [] : problemsOf(path, one))),
  ]
}
