import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { describe, it } from 'node:test'
import { Client } from 'pg'
import { isRunning } from '../is-running.ts'
import { startPostgres } from '../postgres.ts'
import { findPostgres, missingPostgres } from '../postgres-programs.ts'
import { until } from '../until.ts'

const skip = findPostgres() === null ? missingPostgres() : false

describe('temporary PostgreSQL server', { skip }, () => {
  it('keeps data and port over restarts and is removed when stopped', async () => {
    const server = await startPostgres({ settings: { max_connections: '20' } })
    const directory = dirname(server.dataDir)
    let pid: number
    try {
      await query(server.url, 'create table kept (n int)')
      await query(server.url, 'insert into kept values (1)')
      await server.restart()
      await query(server.url, 'insert into kept values (2)')
      await server.restart('immediate')

      assert.deepEqual(await query(server.url, 'select n from kept order by n'), [{ n: 1 }, { n: 2 }])
      assert.deepEqual(await query(server.url, 'show max_connections'), [{ max_connections: '20' }])
      assert.deepEqual(await query(server.url, 'show fsync'), [{ fsync: 'off' }])
      pid = pidOf(server.dataDir)
      assert.equal(isRunning(pid), true)
    } finally {
      await server.stop()
    }
    assert.equal(isRunning(pid), false)
    assert.equal(existsSync(directory), false)
    await server.stop()
  })

  it('reports why it did not start', async () => {
    await assert.rejects(
      startPostgres({ settings: { shared_buffers: 'nonsense' } }),
      /invalid value for parameter "shared_buffers"/,
    )
  })

  it('does not outlive a killed parent', async () => {
    const script = `
      const { startPostgres } = await import(${JSON.stringify(new URL('../postgres.ts', import.meta.url))})
      process.stdout.write((await startPostgres()).dataDir + '\\n')
      setInterval(() => {}, 1000)
    `
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const killed = once(parent, 'exit')
    try {
      const dataDir = await firstLine(parent.stdout)
      const pid = pidOf(dataDir)
      assert.equal(isRunning(pid), true)

      parent.kill('SIGKILL')
      await killed
      await until('the server and its directory are gone', () => !isRunning(pid) && !existsSync(dirname(dataDir)))
    } finally {
      parent.kill('SIGKILL')
    }
  })
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('the child exited without output')
}

function pidOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
}
