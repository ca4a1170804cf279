/** The steps of the Dockerfile in directories of this machine: what needs the network or root is replaced. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './ngoma.ts'

const workDirectory = '/opt/ngoma'

interface Instruction {
  readonly name: string
  readonly rest: string
}

export function readDockerfile(): Instruction[] {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.trim().split(/\s+/)
      return { name, rest: words.join(' ') }
    })
}

/** `.dockerignore` starts with everything, and names what an image may be made of. */
const sent = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

function copy(rest: string, stage: string, stages: ReadonlyMap<string, string>): void {
  const [, from, names = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? []
  const words = names.split(' ')
  const target = words.pop() ?? ''
  for (const word of words) {
    if (from === undefined && !sent.includes(word.split('/')[0] ?? ''))
      throw new Error(`COPY ${word}: .dockerignore leaves it out`)
    const source = join(from === undefined ? root : (stages.get(from) ?? ''), word.replace(workDirectory, ''))
    cpSync(source, join(stage, target.endsWith('/') ? join(target, basename(word)) : target), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) =>
        from !== undefined || !(path.endsWith('.test.ts') || path.startsWith(join(root, 'dashboard/dist'))),
    })
  }
}

/** Bundling finds every file that the build needs, in a hundredth of its time. */
function buildDashboard(stage: string): void {
  const { status, stderr } = spawnSync(
    join(stage, 'node_modules', '.bin', 'esbuild'),
    [
      'dashboard/src/main.tsx',
      '--bundle',
      '--packages=external',
      '--format=esm',
      '--outdir=dashboard/dist',
      '--log-level=warning',
    ],
    { cwd: stage, encoding: 'utf8' },
  )
  if (status !== 0 || stderr !== '') throw new Error(`The dashboard can't be built from what is copied:\n${stderr}`)
  for (const needed of ['dashboard/vite.config.ts', 'dashboard/index.html', 'dashboard/public', 'bin/put-in-place.js'])
    if (!existsSync(join(stage, needed))) throw new Error(`The dashboard can't be built without ${needed}`)
  writeFileSync(join(stage, 'dashboard/dist/index.html'), '<!doctype html>')
}

/** Where a step is run differently than in Docker, and how. */
const steps: readonly (readonly [step: RegExp, run: (stage: string, step: string, commit: string) => void])[] = [
  [/^npm ci /, (stage) => symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'))],
  [/^node dashboard\/build\.js$/, buildDashboard],
  [/commit\.txt$/, (stage, step, commit) => execFileSync('sh', ['-c', step], { cwd: stage, env: { COMMIT: commit } })],
  // A link in a directory of the system, and a directory for a user of the image.
  [/^ln -s \/opt\/ngoma\/bin\/ngoma\.js \/usr\/local\/bin\/ngoma && install -d -o node /, () => {}],
]

/** Makes the image's directory, and returns where it is. */
export function buildImage(scratch: string, commit: string): string {
  const stages = new Map<string, string>()
  let stage = ''
  for (const { name, rest } of readDockerfile()) {
    if (name === 'FROM') {
      stage = join(scratch, `stage-${stages.size}`)
      mkdirSync(stage)
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? 'last', stage)
    }
    if (name === 'COPY') copy(rest, stage, stages)
    if (name === 'RUN') {
      const [, run] = steps.find(([step]) => step.test(rest)) ?? []
      if (run === undefined) throw new Error(`RUN ${rest}: say in test/image.ts how it is run here`)
      run(stage, rest, commit)
    }
  }
  return stage
}
