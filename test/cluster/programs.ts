/** The programs of a cluster, and the user that runs them. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findPostgres, missingPostgres, output } from '../postgres-programs.ts'

export interface Programs {
  /** The directory of `postgres` and its tools. */
  readonly postgres: string
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
}

/** The user of PostgreSQL when the test runs as root, which PostgreSQL refuses. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }

/** Throws with the names of all missing packages. */
export function findPrograms(): Programs {
  const postgres = findPostgres()
  if (postgres === null) throw new Error(missingPostgres())
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const find = (name: string) => places.map((place) => join(place, name)).find(existsSync)
  const { patroni, etcd, haproxy } = { patroni: find('patroni'), etcd: find('etcd'), haproxy: find('haproxy') }
  if (patroni !== undefined && etcd !== undefined && haproxy !== undefined) return { postgres, patroni, etcd, haproxy }
  const missing = Object.entries({ patroni, etcd, haproxy }).flatMap(([name, found]) =>
    found === undefined ? [packages[name as keyof typeof packages]] : [],
  )
  throw new Error(
    `The cluster test needs Patroni, etcd and HAProxy. On Debian: apt-get install ${missing.join(' ')} etcd-client`,
  )
}

export function findUser(): User {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = [output('id', ['-u', 'postgres']), output('id', ['-g', 'postgres'])]
  if (uid === null || gid === null) throw new Error('PostgreSQL does not run as root: create the user postgres')
  return { uid: Number(uid), gid: Number(gid) }
}
