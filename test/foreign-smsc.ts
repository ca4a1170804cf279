/**
 * Runs `foreign-smsc.pl`, an independent SMSC on Net::SMPP. The last digits of a number decide the result, as in the
 * simulated network.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface ForeignSmsc {
  readonly port: number
  readonly systemId: string
  readonly password: string
  close(): Promise<void>
}

const program = fileURLToPath(new URL('foreign-smsc.pl', import.meta.url))

/** The reason why it cannot run here, or null. */
export function missingForeignSmsc(): string | null {
  const { status } = spawnSync('perl', ['-MNet::SMPP', '-e', '1'], { stdio: 'ignore' })
  return status === 0 ? null : 'Perl with Net::SMPP is not installed (Debian: libnet-smpp-perl)'
}

/** It uses real time, so late receipts come sooner than in the simulated network. */
export async function startForeignSmsc({
  lateSeconds = 2,
}: {
  readonly lateSeconds?: number
} = {}): Promise<ForeignSmsc> {
  const systemId = 'ngoma'
  const password = 'secret'
  // It exits when its standard input closes, so it cannot outlive this process.
  const child = spawn('perl', [program, systemId, password, String(lateSeconds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([
    once(lines, 'line'),
    exited.then(([code]) => Promise.reject(new Error(`the foreign SMSC exited with ${code}`))),
  ])
  lines.close()
  return {
    port: Number(line),
    systemId,
    password,
    async close() {
      child.kill()
      await exited
    },
  }
}
