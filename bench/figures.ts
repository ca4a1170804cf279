/** Figures of releases, in figures.json: `npm run bench` compares with the last one, `--save` adds the next one. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../test/postgres-programs.ts'
import type { Section } from './rows.ts'

interface Release {
  readonly machine: string
  /** Values by engine and row. */
  readonly figures: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export type Releases = Readonly<Record<string, Release>>

const file = new URL('figures.json', import.meta.url)

export const readReleases = (): Releases => JSON.parse(readFileSync(file, 'utf8'))

/** The last release in the file that is not being measured now. */
export function findPrevious(releases: Releases, measured: string | null): [name: string, release: Release] {
  const others = Object.entries(releases).filter(([name]) => name !== measured)
  return others.at(-1) ?? ['none', { machine: '', figures: {} }]
}

/** Replaces the measured rows of a release. Rows of a busy machine are left out: the next release relies on them. */
export function withFigures(
  releases: Releases,
  name: string,
  machine: string,
  sections: readonly Pick<Section, 'title' | 'rows'>[],
): Releases {
  const known = releases[name]?.figures ?? {}
  const measured = sections.map(({ title, rows }) => {
    const quiet = rows.filter((row) => !row.isDisturbed).map(({ what, value }) => [what, round(value)] as const)
    return [title, { ...known[title], ...Object.fromEntries(quiet) }] as const
  })
  return { ...releases, [name]: { machine, figures: { ...known, ...Object.fromEntries(measured) } } }
}

const round = (value: number) => Number(value.toPrecision(4))

export const writeReleases = (releases: Releases) => writeFileSync(file, `${JSON.stringify(releases, null, 2)}\n`)

export function describeMachine(): string {
  const directory = findPostgres()
  const postgres =
    directory === null ? [] : [execFileSync(join(directory, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()]
  const model = cpus()[0]?.model ?? process.arch
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB of memory`
  return [`${availableParallelism()} cores (${model})`, memory, `Node ${process.versions.node}`, ...postgres].join(', ')
}
