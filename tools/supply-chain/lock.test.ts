import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkLock, type LockFile, type Manifest } from './lock.ts'

const integrity = `sha512-${'a'.repeat(86)}==`
const sound = { integrity, license: 'MIT' }
const lockOf = (one: object, path = 'node_modules/a'): LockFile => ({
  lockfileVersion: 3,
  packages: { '': {}, [path]: { ...sound, ...one } },
})

describe('checkLock', () => {
  const cases: readonly (readonly [title: string, lock: LockFile, manifest: Manifest, problem: RegExp | null])[] = [
    ['accepts checksums and permissive licences', lockOf({}), { dependencies: { a: '1.2.3' } }, null],
    ['accepts a choice of licences with OR', lockOf({ license: '(GPL-3.0 OR MIT)' }), {}, null],
    ['accepts several permissive licences with AND', lockOf({ license: '(MIT AND Zlib)' }), {}, null],
    ['accepts a known install script', lockOf({ hasInstallScript: true }, 'node_modules/esbuild'), {}, null],
    ['rejects an older lock file version', { ...lockOf({}), lockfileVersion: 2 }, {}, /version 2/],
    ['rejects a missing checksum', lockOf({ integrity: undefined }), {}, /node_modules\/a has no SHA-512/],
    ['rejects a weak checksum', lockOf({ integrity: 'sha1-aaaa' }), {}, /no SHA-512/],
    ['rejects a link to a folder', lockOf({ link: true }), {}, /no SHA-512/],
    ['rejects a resolved URL', lockOf({ resolved: 'https://example.com/a.tgz' }), {}, /has a resolved URL/],
    ['rejects a copyleft licence', lockOf({ license: 'GPL-3.0' }), {}, /the licence GPL-3\.0/],
    ['rejects a copyleft licence with AND', lockOf({ license: 'MIT AND GPL-3.0' }), {}, /licence/],
    [
      'rejects a copyleft licence with AND and OR',
      lockOf({ license: 'GPL-3.0 AND (MIT OR Apache-2.0)' }),
      {},
      /licence GPL-3\.0 AND/,
    ],
    ['rejects a missing licence', lockOf({ license: undefined }), {}, /the licence none/],
    ['rejects an unknown install script', lockOf({ hasInstallScript: true }), {}, /has an install script/],
    ['accepts an exact prerelease', lockOf({}), { devDependencies: { a: '1.2.3-beta.4' } }, null],
    ['rejects a version range', lockOf({}), { devDependencies: { a: '^1.2.3' } }, /exact version/],
  ]
  for (const [title, lock, manifest, problem] of cases)
    it(title, () => {
      const problems = checkLock(lock, manifest)
      if (problem === null) assert.deepEqual(problems, [])
      else assert.match(problems.join('\n'), problem)
    })
})
