/** The proxies of packaging/, with the addresses of a test. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'
import { root } from './ngoma.ts'
import { until } from './until.ts'
import { endWithUs } from './watchdog.ts'

export interface Proxy {
  readonly address: string
  stop(): Promise<void>
}

export interface Haproxy extends Proxy {
  /** Whether the process with this name, such as `api1`, gets requests. */
  uses(name: string): Promise<boolean>
}

export interface Nginx extends Proxy {
  readonly tlsPort: number
}

const exists = (program: string) => spawnSync(program, ['-v']).error === undefined

export const hasHaproxy = exists('haproxy')
export const hasNginx = exists('nginx')

export const packaging = (name: string) => readFileSync(join(root, 'packaging', name), 'utf8')

/** Starts it in front of these addresses of api1, api2 and so on. */
export async function startHaproxy(directory: string, api: readonly string[]): Promise<Haproxy> {
  const port = await freePort()
  const socket = join(directory, 'haproxy.sock')
  const path = join(directory, 'haproxy.cfg')
  const config = packaging('haproxy.cfg')
    .replace('global\n', `global\n  stats socket ${socket}\n`)
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/ api(\d):8080\b/g, (_, number: string) => ` ${new URL(api[Number(number) - 1] ?? '').host}`)
  writeFileSync(path, config)
  const stop = start('haproxy', ['-db', '-f', path])
  return {
    address: `http://127.0.0.1:${port}`,
    async uses(name) {
      const lines = await text(connect(socket).end('show stat\n'))
      const line = lines.split('\n').find((one) => one.startsWith(`api,${name},`))
      // `UP 1/2` after a failed check: HAProxy uses it until the second one fails.
      return line?.split(',').some((field) => field.startsWith('UP')) ?? false
    },
    stop,
  }
}

/**
 * Starts it in front of the addresses of api1 and api2. Files of rolling restarts are in the directory instead of /run. It
 * also listens without TLS.
 */
export async function startNginx(directory: string, api: readonly string[]): Promise<Nginx> {
  const [port, tlsPort] = [await freePort(), await freePort()]
  const { cert, key } = createCertificate({ hosts: ['sms.example.com'] })
  const file = (name: string, content: string) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }
  const site = packaging('nginx.conf')
    .replaceAll(/127\.0\.0\.1:808(\d)/g, (_, number: string) => new URL(api[Number(number) - 1] ?? '').host)
    .replace('listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl; listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/example.com.pem', file('nginx.pem', cert))
    .replace('/etc/ssl/private/example.com.key', file('nginx.key', key))
    .replaceAll('/run/', `${directory}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  )
  const config = file(
    'nginx-main.conf',
    // Without a master, no worker can outlive a killed test.
    `daemon off; master_process off; pid ${join(directory, 'nginx.pid')};
     events {}
     http { access_log off; ${temporary.join(' ')} include ${file('nginx.conf', site)}; }`,
  )
  const stop = start('nginx', ['-e', join(directory, 'nginx.log'), '-c', config])
  const address = `http://127.0.0.1:${port}`
  await until('nginx answers', async () => (await fetch(`${address}/health`).catch(() => null))?.ok === true)
  return { address, tlsPort, stop }
}

function start(program: string, words: readonly string[]): () => Promise<void> {
  const child = spawn(program, words, { stdio: 'ignore' })
  endWithUs(child)
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}
