/** Runs the steps of the Dockerfile in local directories. Steps that need the network or root are replaced. */
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

/** `.dockerignore` excludes everything except these files. */
const sent = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))

function copy(rest: string, stage: string, stages: ReadonlyMap<string, string>): void {
  const [, from, names = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? []
  const words = names.split(' ')
  const target = words.pop() ?? ''
  for (const word of words) {
    if (from === undefined && !sent.includes(word.split('/')[0] ?? ''))
      throw new Error(`COPY ${word}: .dockerignore excludes it`)
    const source = join(from === undefined ? root : (stages.get(from) ?? ''), word.replace(workDirectory, ''))
    cpSync(source, join(stage, target.endsWith('/') ? join(target, basename(word)) : target), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) =>
        from !== undefined || !(path.endsWith('.test.ts') || path.startsWith(join(root, 'dashboard/dist'))),
    })
  }
}

/** Only bundles: that finds every file that the build needs, in a hundredth of the time. */
function buildDashboard(stage: string): void {
  const { status, stderr } = spawnSync(
    join(stage, 'node_modules', '.bin', 'esbuild'),
    [
      'dashboard/src/main.tsx',
      '--bundle',
      '--packages=external',
      '--loader:.svg=file',
      '--format=esm',
      '--outdir=dashboard/dist',
      '--log-level=warning',
    ],
    { cwd: stage, encoding: 'utf8' },
  )
  if (status !== 0 || stderr !== '') throw new Error(`The dashboard cannot be built from the copied files:\n${stderr}`)
  for (const needed of ['dashboard/vite.config.ts', 'dashboard/index.html', 'dashboard/public', 'bin/put-in-place.js'])
    if (!existsSync(join(stage, needed))) throw new Error(`The dashboard cannot be built without ${needed}`)
  writeFileSync(join(stage, 'dashboard/dist/index.html'), '<!doctype html>')
}

/** Steps that run differently than in Docker. */
const steps: readonly (readonly [step: RegExp, run: (stage: string, step: string, commit: string) => void])[] = [
  [/^npm ci /, (stage) => symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'))],
  [/^node dashboard\/build\.js$/, buildDashboard],
  // Takes seconds; the program also starts without it.
  [/^node bin\/initial-database\.js$/, () => {}],
  [/commit\.txt$/, (stage, step, commit) => execFileSync('sh', ['-c', step], { cwd: stage, env: { COMMIT: commit } })],
  // Needs root.
  [/^ln -s \/opt\/ngoma\/bin\/ngoma\.js \/usr\/local\/bin\/ngoma && install -d -o node /, () => {}],
]

/** Creates the files of the image and returns their directory. */
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
      if (run === undefined) throw new Error(`RUN ${rest}: add this step to test/image.ts`)
      run(stage, rest, commit)
    }
  }
  return stage
}
