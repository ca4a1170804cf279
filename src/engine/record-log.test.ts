import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { until } from '../../test/world.ts'
import { createLog } from './log.ts'
import { openRecordLog, type RecordLog } from './record-log.ts'

describe('openRecordLog', () => {
  let directory: string
  let records: RecordLog | null = null
  const logs: string[] = []
  const openAt = (path: string) => {
    logs.length = 0
    records = openRecordLog(path, createLog('info', { write: (line) => void logs.push(line) }), 10)
    return records
  }
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'record-log-'))
  })
  after(async () => {
    await records?.stop()
    rmSync(directory, { recursive: true })
  })

  it('appends text in order and opens a new file after SIGHUP', async () => {
    const path = join(directory, 'calls')
    const log = openAt(path)
    await log.append('one\n')
    await log.append('two\n')
    renameSync(path, `${path}.1`)
    await log.append('three\n')
    process.emit('SIGHUP')
    await log.append('four\n')
    await log.stop()
    assert.equal(readFileSync(`${path}.1`, 'utf8'), 'one\ntwo\nthree\n')
    assert.equal(readFileSync(path, 'utf8'), 'four\n')
  })

  it('waits for a missing directory and logs the start and end of the problem', async () => {
    const log = openAt(join(directory, 'missing', 'calls'))
    const appended = log.append('one\n')
    await until('it has failed', () => log.problem() !== null)
    assert.match(log.problem() ?? '', /ENOENT/)
    mkdirSync(join(directory, 'missing'))
    await appended
    assert.equal(log.problem(), null)
    assert.deepEqual(
      logs.map((line) => JSON.parse(line).msg),
      ['cannot write call records', 'writing call records again'],
    )
    assert.equal(readFileSync(join(directory, 'missing', 'calls'), 'utf8'), 'one\n')
    await log.stop()
  })

  it('can be stopped while the file cannot be written', async () => {
    const log = openAt(join(directory, 'nowhere', 'calls'))
    const appended = assert.rejects(log.append('one\n'), /stopped before the text was written/)
    await until('it has failed', () => log.problem() !== null)
    await log.stop()
    await appended
  })
})
