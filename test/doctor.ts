/** Helpers for the tests of `ngoma doctor`. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { examine } from '../src/commands/doctor/examine.ts'
import type { Finding } from '../src/commands/doctor/finding.ts'

export function temporary(test: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-doctor-'))
  test.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Runs all checks with these settings only. By default the port is free. */
export async function find(env: Readonly<Record<string, string>>) {
  const findings = await examine({ PORT: '0', ...env })
  const of = (check: string): Finding => {
    const found = findings.find((one) => one.check === check)
    assert.ok(found, `no finding for ${check}`)
    return found
  }
  return {
    findings,
    of,
    wrong: findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check}: ${state}`),
  }
}

/** A server that accepts connections and sends only the greeting. */
export async function takePort(test: TestContext, greeting?: Buffer): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    if (greeting) socket.once('data', () => socket.write(greeting))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  test.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Names and modes of all files in a directory. */
export const listing = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name} ${statSync(join(directory, name)).mode}`)
