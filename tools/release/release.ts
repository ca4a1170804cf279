/** Creates a release: a commit with the version, an annotated tag, the packages and their checksums. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeBill } from '../supply-chain/bill.ts'
import { checkVersion, findSection } from './changelog.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const usage = 'Usage: npm run release -- X.Y.Z [--dry-run]'
/** Built files that a package must contain. They are missing on a machine without the build tools. */
const builtFiles = ['client/dist/index.js', 'dashboard/dist/index.html', 'prepared/database.gz']

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr || stdout}`)
  return stdout.trim()
}
const git = (...args: readonly string[]) => run('git', args)
const readRoot = (name: string) => readFileSync(join(root, name), 'utf8')

/** Replaces the first occurrence, which is the package's own version; in the lock file also the second. */
function setVersion(name: string, from: string, to: string, times: number): void {
  let text = readRoot(name)
  for (let time = 0; time < times; time += 1) text = text.replace(`"version": "${from}"`, `"version": "${to}\0"`)
  writeFileSync(join(root, name), text.replaceAll('\0', ''))
}

/** Server and client have the same name, so their files are renamed. */
function pack(version: string, directory: string): string[] {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const packed = (...args: readonly string[]) =>
    run('npm', ['pack', '--silent', '--pack-destination', directory, ...args])
  // Builds the client, then packs the server.
  packed()
  const server = `ngoma-server-${version}.tgz`
  renameSync(join(directory, `ngoma-${version}.tgz`), join(directory, server))
  packed('./client/dist')
  const client = `ngoma-client-${version}.tgz`
  renameSync(join(directory, `ngoma-${version}.tgz`), join(directory, client))

  const contents = run('tar', ['-tzf', join(directory, server)]).split('\n')
  const absent = builtFiles.find((name) => !contents.includes(`package/${name}`))
  if (absent !== undefined) throw new Error(`${absent} is missing in the package: run npm ci, then try again`)
  const bill = `ngoma-${version}.cdx.json`
  writeFileSync(join(directory, bill), makeBill())
  return [server, client, bill]
}

function writeChecksums(directory: string, files: readonly string[]): void {
  const sum = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(directory, file)))
      .digest('hex')
  writeFileSync(join(directory, 'SHA256SUMS'), files.map((file) => `${sum(file)}  ${file}\n`).join(''))
}

function release(version: string, isDry: boolean): void {
  const current: string = JSON.parse(readRoot('package.json')).version
  checkVersion(version, current)
  const tag = `v${version}`
  const section = findSection(readRoot('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10))
  const changed = git('status', '--porcelain')
  if (changed !== '') throw new Error(`There are uncommitted changes:\n${changed}`)
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} already exists`)
  const directory = join(root, 'release', version)
  if (isDry) {
    process.stdout.write(`Would commit version ${version}, tag ${tag} and pack into ${directory}\n\n${section.text}\n`)
    return
  }

  const before = git('rev-parse', 'HEAD')
  try {
    setVersion('package.json', current, version, 1)
    setVersion('package-lock.json', current, version, 2)
    writeFileSync(join(root, 'CHANGELOG.md'), section.dated)
    git('commit', '--quiet', '--all', '--message', `release: ${version}`)
    const files = pack(version, directory)
    writeChecksums(directory, files)
    // Last, because everything before can be undone without a trace.
    git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', `Ngoma ${version}\n\n${section.text}`)
    process.stdout.write(`Tagged ${tag}. In ${directory}: ${files.join(', ')}, SHA256SUMS\n`)
    process.stdout.write(`Publish it: git push --follow-tags\n`)
  } catch (error) {
    // Safe, because there were no uncommitted changes.
    git('reset', '--quiet', '--hard', before)
    run('npm', ['run', '--silent', 'postpack'])
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

function main(): number {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } })
    const [version] = positionals
    if (version === undefined || positionals.length > 1) throw new Error(usage)
    release(version, values['dry-run'] ?? false)
    return 0
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 1
  }
}

process.exitCode = main()
