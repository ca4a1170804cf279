import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeLock, type LockFile, type Manifest } from './lock.ts'

const integrity = `sha512-${'a'.repeat(86)}==`
const sound = { integrity, license: 'MIT' }
const lockOf = (one: object, path = 'node_modules/a'): LockFile => ({
  lockfileVersion: 3,
  packages: { '': {}, [path]: { ...sound, ...one } },
})

describe('a lock file', () => {
  const cases: readonly (readonly [title: string, lock: LockFile, manifest: Manifest, problem: RegExp | null])[] = [
    ['with checksums and free licences is sound', lockOf({}), { dependencies: { a: '1.2.3' } }, null],
    ['may offer a choice of licences', lockOf({ license: '(GPL-3.0 OR MIT)' }), {}, null],
    ['may have several licences at once', lockOf({ license: '(MIT AND Zlib)' }), {}, null],
    [
      'may have a package that is known to run a program',
      lockOf({ hasInstallScript: true }, 'node_modules/esbuild'),
      {},
      null,
    ],
    ['of an older version is refused', { ...lockOf({}), lockfileVersion: 2 }, {}, /version 2/],
    ['without a checksum is refused', lockOf({ integrity: undefined }), {}, /node_modules\/a has no SHA-512/],
    ['with a weak checksum is refused', lockOf({ integrity: 'sha1-aaaa' }), {}, /no SHA-512/],
    ['with a link to a folder is refused', lockOf({ link: true }), {}, /no SHA-512/],
    ['that names a host is refused', lockOf({ resolved: 'https://example.com/a.tgz' }), {}, /names where/],
    ['with a licence that binds others is refused', lockOf({ license: 'GPL-3.0' }), {}, /the licence GPL-3\.0/],
    ['with one such licence of two is refused', lockOf({ license: 'MIT AND GPL-3.0' }), {}, /licence/],
    [
      'with such a licence beside a choice is refused',
      lockOf({ license: 'GPL-3.0 AND (MIT OR Apache-2.0)' }),
      {},
      /licence GPL-3\.0 AND/,
    ],
    ['without a licence is refused', lockOf({ license: undefined }), {}, /the licence none/],
    ['with a package that runs a program is refused', lockOf({ hasInstallScript: true }), {}, /runs a program/],
    ['for a range of versions is refused', lockOf({}), { devDependencies: { a: '^1.2.3' } }, /one exact version/],
  ]
  for (const [title, lock, manifest, problem] of cases)
    it(title, () => {
      const problems = judgeLock(lock, manifest)
      if (problem === null) assert.deepEqual(problems, [])
      else assert.match(problems.join('\n'), problem)
    })
})
