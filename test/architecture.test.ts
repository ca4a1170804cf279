import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  findCycles,
  findForbidden,
  generatedFiles,
  hasGlobalHook,
  hasVagueName,
  importsOf,
  isTest,
  lineCount,
  linesMax,
  readsEnvironment,
  type Source,
  spreadsBody,
} from './architecture.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{src,tools,test,bench,dashboard/src,client/src}/**/*', { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.join(entry.parentPath.slice(root.length).replaceAll(sep, '/'), entry.name))
const sources: Source[] = files
  .filter((file) => /\.[jt]sx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(posix.join(root, file), 'utf8') }))
/** Without tests, which may import any file and set the environment. */
const program = sources.filter(({ file }) => /^(src|tools|dashboard|client)\//.test(file) && !isTest(file))
const imports = program.flatMap(importsOf)

const filesThat = (is: (source: Source) => boolean, among = sources) => among.filter(is).map(({ file }) => file)

describe('the repository', () => {
  it('is read completely: every layer has files, and a known import is found', () => {
    for (const place of [
      'src/values/',
      'src/engine/',
      'src/carriers/',
      'src/modules/sms/',
      'src/app.ts',
      'src/context.ts',
      'tools/smsc/',
      'client/src/',
      'dashboard/src/',
      'test/',
    ]) {
      assert.ok(
        sources.some(({ file }) => file.startsWith(place)),
        place,
      )
    }
    const known = { from: 'src/modules/sms/sending/accept.ts', to: 'src/modules/senders/index.ts' }
    assert.ok(imports.some(({ from, to }) => from === known.from && to === known.to))
  })

  it('has no forbidden imports between layers or modules', () => {
    assert.deepEqual(imports.map(findForbidden).filter(Boolean), [])
  })

  it('imports only files that exist, by literal names', () => {
    const missing = imports.filter(({ to, isPackage }) => !isPackage && !files.includes(to))
    assert.deepEqual(missing, [])
    assert.deepEqual(
      filesThat(({ text }) => /\bimport\((?!\s*['"`])/.test(text), program),
      [],
    )
  })

  it('has no import cycles, including type-only imports', () => {
    assert.deepEqual(findCycles(imports), [])
  })

  it('reads the environment in config.ts only', () => {
    assert.deepEqual(filesThat(readsEnvironment, program), [])
  })

  it('passes on no whole body in a handler of the console or the account API', () => {
    assert.deepEqual(filesThat(spreadsBody, program), [])
  })

  it(`has no file of more than ${linesMax} lines`, () => {
    assert.deepEqual(
      filesThat((source) => lineCount(source) > linesMax && !generatedFiles.includes(source.file)),
      [],
    )
  })

  it('has no test hooks outside a suite', () => {
    assert.deepEqual(filesThat(hasGlobalHook), [])
  })

  it('has no file or folder with a vague name such as utils', () => {
    assert.deepEqual(files.filter(hasVagueName), [])
  })
})
