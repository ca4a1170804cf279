import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, it, type TestContext } from 'node:test'
import { writeWhole } from '../../src/commands/files.ts'
import { postgresUrl } from '../world.ts'
import { emptyPlace, oneLine, run } from './program.ts'

function temporary(test: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-files-'))
  test.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const isRoot = process.getuid?.() === 0

describe('a file that can not be written or read', () => {
  it('is said in one line, before anything is touched', async (test) => {
    const directory = temporary(test)
    writeFileSync(join(directory, 'there'), '')
    mkdirSync(join(directory, 'deep'))
    const settings = { NGOMA_DATA: join(directory, 'data') }
    const cases: readonly (readonly [words: readonly string[], message: RegExp])[] = [
      [['backup', join(directory, 'no', 'x.gz')], /^can't write \S+x\.gz: there is no such directory$/],
      [['backup', join(directory, 'there', 'x.gz')], /^can't write \S+x\.gz: there is no such directory$/],
      [['backup', join(directory, 'there')], /is there already/],
      [['restore', join(directory, 'no')], /is not there$/],
      [['restore', join(directory, 'deep')], /^can't read \S+deep: it is a directory$/],
    ]
    for (const [words, message] of cases) {
      const { code, out, err } = await run(words, settings)
      assert.deepEqual({ code, out }, { code: 1, out: '' }, words.join(' '))
      assert.match(oneLine(err), message)
    }
    assert.equal(existsSync(settings.NGOMA_DATA), false)
  })

  it('is not written through a draft that was there before', async (test) => {
    const directory = temporary(test)
    const file = join(directory, 'x.gz')
    const other = join(directory, 'other')
    writeFileSync(other, 'theirs', { mode: 0o644 })
    for (const put of [() => symlinkSync(other, `${file}.part`), () => writeFileSync(`${file}.part`, 'theirs')]) {
      put()
      await assert.rejects(
        writeWhole(file, async () => assert.fail('it was written')),
        /^Failure: can't write \S+x\.gz: its \.part file already exists: .*; remove the file and try again$/,
      )
      assert.equal(readFileSync(`${file}.part`, 'utf8'), 'theirs')
      rmSync(`${file}.part`)
    }
    await writeWhole(file, (target) => pipeline(Readable.from(['whole']), target))
    assert.equal(readFileSync(file, 'utf8'), 'whole')
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  it('may be another user’s', { skip: isRoot && 'root may write and read everywhere' }, async (test) => {
    const directory = temporary(test)
    writeFileSync(join(directory, 'x.gz'), '', { mode: 0o000 })
    chmodSync(directory, 0o500)
    const settings = { NGOMA_DATA: join(directory, 'data') }
    assert.match(
      oneLine((await run(['backup', join(directory, 'y.gz')], settings)).err),
      /^can't write \S+y\.gz: this user may not$/,
    )
    assert.match(
      oneLine((await run(['restore', join(directory, 'x.gz')], settings)).err),
      /^can't read \S+x\.gz: this user may not$/,
    )
    chmodSync(directory, 0o700)
  })
})

/** On a slow machine there is a line of it every ten seconds. */
const withoutProgress = (said: string) => said.replace(/^ngoma: .* written\n/gm, '')

describe('a backup on a disk that is full', {
  skip: !existsSync('/dev/full') && 'this system has no disk that is always full',
}, () => {
  it('ends with one line, and leaves nothing behind', { timeout: 120_000 }, async (test) => {
    const settings = await emptyPlace(postgresUrl === null ? 'embedded' : 'postgres', test)
    assert.equal((await run(['account', 'list'], settings)).code, 0)
    const directory = temporary(test)
    const fill = () => pipeline(Readable.from(['text']), createWriteStream('/dev/full'))
    await assert.rejects(writeWhole(join(directory, 'x.gz'), fill), /^Failure: can't write \S+x\.gz: the disk is full$/)
    assert.deepEqual(readdirSync(directory), [])

    const program = new URL('../../bin/ngoma.js', import.meta.url).pathname
    const piped = spawn('/bin/sh', ['-c', '"$0" "$1" backup - > /dev/full', process.execPath, program], {
      env: settings,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    piped.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const ended = await new Promise((resolve) => piped.on('close', resolve))
    assert.equal(ended, 1)
    assert.match(oneLine(withoutProgress(said)), /^can't write to standard output: ENOSPC/)
  })
})
