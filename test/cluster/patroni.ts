/** A Patroni cluster on loopback ports: etcd, PostgreSQL nodes with synchronous replication, and HAProxy before them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../postgres.ts'
import { until } from '../world.ts'
import { findPrograms, findUser, type Programs, type User } from './programs.ts'
import { endCluster } from './watchdog.ts'

export interface Cluster {
  /** All nodes, for `target_session_attrs`. */
  readonly hostsUrl: string
  /** HAProxy, which leads to the primary. */
  readonly proxyUrl: string
  /** Asks the nodes which of them is the primary; null while there is none. */
  findPrimary(): Promise<Node | null>
  /** Kills Patroni and PostgreSQL of the primary, without a chance to say goodbye. */
  killPrimary(): Promise<Node>
  /** Starts the killed node again, and waits until a synchronous standby streams. */
  restore(node: Node): Promise<void>
  stop(): Promise<void>
}

export interface Node {
  readonly name: string
  readonly port: number
}

interface OwnNode extends Node {
  readonly apiPort: number
  readonly directory: string
  patroni: ChildProcess | null
}

const nodeCount = 3
const password = 'cluster'
const startSecondsMax = 120
/** The least that Patroni allows: the leader's key must outlive a loop and two retries. */
const timing = { ttl: 20, loop_wait: 2, retry_timeout: 3 }

export async function startCluster(): Promise<Cluster> {
  const programs = findPrograms()
  const user = findUser()
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-cluster-'))
  own(directory, user)
  const watchdog = endCluster(directory)
  const etcd = { client: await findFreePort(), peer: await findFreePort() }
  const proxyPort = await findFreePort()
  const nodes: OwnNode[] = []
  for (let number = 1; number <= nodeCount; number += 1) {
    const name = `node${number}`
    const own = { port: await findFreePort(), apiPort: await findFreePort(), directory: join(directory, name) }
    nodes.push({ name, ...own, patroni: null })
  }
  const start = (program: string, parameters: readonly string[], name: string, env = {}) =>
    startProgram(program, parameters, { directory, name, user, env })

  const startNode = (node: OwnNode) => {
    node.patroni = start(programs.patroni, [join(node.directory, 'patroni.json')], node.name)
  }
  const stop = async () => {
    watchdog.ref()
    watchdog.stdin?.end()
    if (watchdog.exitCode === null) await once(watchdog, 'exit')
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  const findPrimary = async () => {
    const asked = nodes.map(async (node) => ((await answersTo(node, '/primary')) ? node : null))
    return (await Promise.all(asked)).find((node) => node !== null) ?? null
  }
  const hasSynchronousStandby = async () =>
    (await Promise.all(nodes.map((node) => answersTo(node, '/synchronous')))).includes(true)

  try {
    start(programs.etcd, etcdParameters(directory, etcd), 'etcd', { ETCD_UNSUPPORTED_ARCH: process.arch })
    await until('etcd answers', () => answers(`http://127.0.0.1:${etcd.client}/health`), startSecondsMax)
    for (const node of nodes) {
      mkdirSync(node.directory)
      writeFileSync(join(node.directory, 'patroni.json'), JSON.stringify(settingsOf(node, etcd.client, programs)))
      own(node.directory, user)
      startNode(node)
    }
    await until('there is a primary', async () => (await findPrimary()) !== null, startSecondsMax)
    await until('a synchronous standby streams', hasSynchronousStandby, startSecondsMax)
    const proxySettings = join(directory, 'haproxy.cfg')
    writeFileSync(proxySettings, proxySettingsOf(proxyPort, nodes))
    start(programs.haproxy, ['-db', '-f', proxySettings], 'haproxy')
    const login = `postgresql://postgres:${password}@`
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join()
    const proxy = `127.0.0.1:${proxyPort}`
    await until('HAProxy leads to the primary', () => serves(`${login}${proxy}/postgres`), startSecondsMax)
    return {
      hostsUrl: `${login}${hosts}/DATABASE?target_session_attrs=read-write`,
      proxyUrl: `${login}${proxy}/DATABASE`,
      findPrimary,
      async killPrimary() {
        const node = await findPrimary()
        if (node === null) throw new Error('the cluster has no primary')
        const lock = join(node.directory, 'data', 'postmaster.pid')
        const postgres = Number(readFileSync(lock, 'utf8').split('\n')[0])
        node.patroni?.kill('SIGKILL')
        process.kill(postgres, 'SIGKILL')
        // Their pids may soon belong to somebody else, whom the watchdog must not end.
        for (const file of [lock, join(directory, `${node.name}.pid`)]) rmSync(file)
        return node
      },
      async restore({ name }) {
        const node = nodes.find((one) => one.name === name)
        if (node === undefined) throw new Error(`there is no node ${name}`)
        startNode(node)
        await until('the node is a standby', () => answersTo(node, '/replica'), startSecondsMax)
        await until('a synchronous standby streams', hasSynchronousStandby, startSecondsMax)
      },
      stop,
    }
  } catch (error) {
    const log = lastLines(directory)
    await stop()
    throw new Error(`the cluster did not start: ${(error as Error).message}\n${log}`, { cause: error })
  }
}

function own(path: string, { uid, gid }: User): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

interface Start {
  readonly directory: string
  readonly name: string
  readonly user: User
  readonly env: Readonly<Record<string, string>>
}

/** Its pid is left in a file, by which the watchdog ends it. */
function startProgram(program: string, parameters: readonly string[], { directory, name, user, env }: Start) {
  const log = openSync(join(directory, 'log'), 'a')
  const child = spawn(program, parameters, {
    ...user,
    cwd: directory,
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  writeFileSync(join(directory, `${name}.pid`), `${child.pid}\n`)
  child.unref()
  return child
}

function etcdParameters(directory: string, { client, peer }: { readonly client: number; readonly peer: number }) {
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  return Object.entries({
    name: 'etcd',
    'data-dir': join(directory, 'etcd'),
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `etcd=${peerUrl}`,
  }).flatMap(([name, value]) => [`--${name}`, value])
}

/** The file is JSON, which Patroni reads as YAML. */
function settingsOf({ name, port, apiPort, directory }: OwnNode, etcdPort: number, { postgres }: Programs) {
  const everybody = [
    'local all all trust',
    'host all all 127.0.0.1/32 trust',
    'host replication all 127.0.0.1/32 trust',
  ]
  return {
    scope: 'ngoma',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...timing,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: everybody,
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(directory, 'data'),
      bin_dir: postgres,
      pgpass: join(directory, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      parameters: { unix_socket_directories: directory },
    },
  }
}

const proxySettingsOf = (port: number, nodes: readonly OwnNode[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, apiPort }) => `  server ${name} 127.0.0.1:${port} check port ${apiPort}`).join('\n')}
`

const answersTo = ({ apiPort }: OwnNode, path: string) => answers(`http://127.0.0.1:${apiPort}${path}`)

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function serves(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end())
}

const lastLines = (directory: string) =>
  readFileSync(join(directory, 'log'), 'utf8').trimEnd().split('\n').slice(-30).join('\n')
