import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
import { writeNewFile } from '../../src/commands/files.ts'
import { errorIn, oneLine, openPlace, runInResident } from '../commands/program.ts'
import { postgresUrl } from '../world.ts'

function temporary(test: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-files-'))
  test.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

const isRoot = process.getuid?.() === 0

describe('a file that cannot be written or read', () => {
  it('is reported in one line before a database is opened', async (test) => {
    const directory = temporary(test)
    writeFileSync(join(directory, 'there'), '')
    mkdirSync(join(directory, 'deep'))
    const settings = { NGOMA_DATA: join(directory, 'data') }
    const cases: readonly (readonly [words: readonly string[], message: RegExp])[] = [
      [['backup', join(directory, 'no', 'x.gz')], /^cannot write \S+x\.gz: the directory does not exist$/],
      [['backup', join(directory, 'there', 'x.gz')], /^cannot write \S+x\.gz: the directory does not exist$/],
      [['backup', join(directory, 'there')], /there already exists\./],
      [['restore', join(directory, 'no')], /the file does not exist$/],
      [['restore', join(directory, 'deep')], /^cannot read \S+deep: it is a directory$/],
    ]
    for (const [words, message] of cases) {
      const { code, out, err } = await runInResident(words, settings)
      assert.deepEqual({ code, out }, { code: 1, out: '' }, words.join(' '))
      assert.match(oneLine(err), message)
    }
    assert.equal(existsSync(settings.NGOMA_DATA), false)
  })

  it('is not written to an existing .part file or link', async (test) => {
    const directory = temporary(test)
    const file = join(directory, 'x.gz')
    const other = join(directory, 'other')
    writeFileSync(other, 'theirs', { mode: 0o644 })
    for (const put of [() => symlinkSync(other, `${file}.part`), () => writeFileSync(`${file}.part`, 'theirs')]) {
      put()
      await assert.rejects(
        writeNewFile(file, async () => assert.fail('it was written')),
        /^Failure: cannot write \S+x\.gz: its \.part file already exists, .*\. Remove the \.part file and try again\.$/,
      )
      assert.equal(readFileSync(`${file}.part`, 'utf8'), 'theirs')
      rmSync(`${file}.part`)
    }
    await writeNewFile(file, (target) => pipeline(Readable.from(['whole']), target))
    assert.equal(readFileSync(file, 'utf8'), 'whole')
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  it('leaves no .part file behind when a signal ends the command', async (test) => {
    const directory = temporary(test)
    const files = new URL('../../src/commands/files.ts', import.meta.url).href
    const file = join(directory, 'x.gz')
    const source = `
      import { writeNewFile } from ${JSON.stringify(files)}
      const wait = setInterval(() => {}, 1_000)
      await writeNewFile(${JSON.stringify(file)}, () => {
        process.stdout.write('writing')
        return new Promise(() => {})
      })
    `
    for (const wanted of ['SIGINT', 'SIGTERM'] as const) {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      test.after(() => child.kill('SIGKILL'))
      await once(child.stdout, 'data')
      assert.equal(existsSync(`${file}.part`), true)
      const ended = once(child, 'exit')
      child.kill(wanted)
      assert.deepEqual(await ended, [null, wanted])
      assert.deepEqual(readdirSync(directory), [])
    }
  })

  it('is reported when permission is denied', {
    skip: isRoot && 'root can read and write everywhere',
  }, async (test) => {
    const directory = temporary(test)
    writeFileSync(join(directory, 'x.gz'), '', { mode: 0o000 })
    chmodSync(directory, 0o500)
    const settings = { NGOMA_DATA: join(directory, 'data') }
    assert.match(
      oneLine((await runInResident(['backup', join(directory, 'y.gz')], settings)).err),
      /^cannot write \S+y\.gz: permission denied$/,
    )
    assert.match(
      oneLine((await runInResident(['restore', join(directory, 'x.gz')], settings)).err),
      /^cannot read \S+x\.gz: permission denied$/,
    )
    chmodSync(directory, 0o700)
  })
})

describe('a backup on a full disk', {
  skip: !existsSync('/dev/full') && 'this system has no /dev/full',
}, () => {
  it('prints one line and leaves no file behind', async (test) => {
    const settings = await openPlace(postgresUrl === null ? 'embedded' : 'postgres', test)
    const directory = temporary(test)
    const fill = () => pipeline(Readable.from(['text']), createWriteStream('/dev/full'))
    await assert.rejects(
      writeNewFile(join(directory, 'x.gz'), fill),
      /^Failure: cannot write \S+x\.gz: the disk is full$/,
    )
    assert.deepEqual(readdirSync(directory), [])

    const program = new URL('../../bin/ngoma.js', import.meta.url).pathname
    const piped = spawn('/bin/sh', ['-c', '"$0" "$1" backup - > /dev/full', process.execPath, program], {
      env: settings,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    piped.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const ended = await new Promise((resolve) => piped.on('close', resolve))
    assert.equal(ended, 1)
    assert.match(errorIn(output), /^cannot write to standard output: ENOSPC/)
  })
})
