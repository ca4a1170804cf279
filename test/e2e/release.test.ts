import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { schema } from '../../src/version.ts'
import { homeIn, programIn, root } from '../ngoma.ts'

const version = '99.1.0'
const copied = [
  '.gitignore',
  'LICENSE',
  'README.md',
  'bin',
  'client',
  'migrations',
  'package-lock.json',
  'package.json',
]
const more = ['packaging', 'src', 'tools']
const env = {
  ...process.env,
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Asha'],
      [`GIT_${who}_EMAIL`, 'asha@example.com'],
    ]),
  ),
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
}

describe('npm run release', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'ngoma-release-'))
  const repository = join(scratch, 'repository')
  const inRepository = (name: string) => join(repository, name)
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: repository, env, encoding: 'utf8' }).trim()
  const release = (...words: readonly string[]) =>
    spawnSync('npm', ['run', '--silent', 'release', '--', ...words], { cwd: repository, env, encoding: 'utf8' })

  before(() => {
    for (const name of [...copied, ...more]) cpSync(join(root, name), inRepository(name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), inRepository('node_modules'))
    // Stubs: building the dashboard and the initial database takes too long, and other tests cover both.
    mkdirSync(inRepository('prepared'))
    writeFileSync(inRepository('bin/initial-database.js'), '')
    writeFileSync(inRepository('prepared/database.gz'), '')
    mkdirSync(inRepository('dashboard/dist'), { recursive: true })
    writeFileSync(inRepository('dashboard/build.js'), '')
    writeFileSync(inRepository('dashboard/dist/index.html'), '<!doctype html>')
    writeFileSync(inRepository('CHANGELOG.md'), `# Changelog\n\n## ${version} (unreleased)\n\n- A change.\n`)
    // Here node_modules is a link, which the directory pattern of .gitignore does not match.
    writeFileSync(inRepository('.gitignore'), `${readFileSync(join(root, '.gitignore'), 'utf8')}\nnode_modules\n`)
    git('init', '--quiet', '--initial-branch', 'main')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'everything')
  })
  after(() => rmSync(scratch, { recursive: true, force: true }))

  it('rejects a tree with uncommitted changes and changes nothing', () => {
    writeFileSync(inRepository('LICENSE'), 'none')
    const { status, stderr } = release(version)
    git('checkout', '--quiet', 'LICENSE')
    assert.equal(status, 1)
    assert.match(stderr, /uncommitted changes:\n.*LICENSE/)
    assert.equal(git('status', '--porcelain'), '')
  })

  it('only prints its steps with --dry-run', () => {
    const { status, stdout } = release(version, '--dry-run')
    assert.equal(status, 0)
    assert.match(stdout, /tag v99\.1\.0 .*\n\n- A change\.\n/)
    assert.equal(git('tag', '--list'), '')
  })

  it('creates a commit, a tag, working packages and their checksums', () => {
    const { status, stdout, stderr } = release(version)
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^Tagged v99\.1\.0\./)
    assert.equal(git('status', '--porcelain'), '')
    assert.equal(git('log', '-1', '--format=%s'), 'release: 99.1.0')
    assert.equal(git('cat-file', '-t', 'v99.1.0'), 'tag')
    assert.equal(git('tag', '--list', '--format=%(contents)', 'v99.1.0'), 'Ngoma 99.1.0\n\n- A change.')
    assert.match(readFileSync(inRepository('CHANGELOG.md'), 'utf8'), /## 99\.1\.0 \(\d{4}-\d\d-\d\d\)/)
    const lock = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
    assert.deepEqual([lock.version, lock.packages[''].version], [version, version])
    assert.ok(!existsSync(inRepository('npm-shrinkwrap.json')), 'a checkout keeps its own lock file')

    const out = inRepository(`release/${version}`)
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: out })
    const bill = JSON.parse(readFileSync(join(out, `ngoma-${version}.cdx.json`), 'utf8'))
    assert.deepEqual([bill.metadata.component.name, bill.metadata.component.version], ['ngoma', version])
    assert.ok(bill.components.some(({ name }: { name: string }) => name === 'fastify'))
    assert.ok(
      !bill.components.some(({ name }: { name: string }) => name === 'knip'),
      'development tools are not part of the package',
    )
    const server = unpack(join(out, `ngoma-server-${version}.tgz`))
    symlinkSync(join(root, 'node_modules'), join(server, 'node_modules'))
    const printed = execFileSync(process.execPath, [...programIn(server), '--version'], {
      encoding: 'utf8',
      env: homeIn(scratch),
    })
    assert.equal(printed, `99.1.0 (commit ${git('rev-parse', '--short=12', 'HEAD')}, schema ${schema})\n`)
    for (const name of ['npm-shrinkwrap.json', 'CHANGELOG.md', 'dashboard/dist/index.html', 'packaging/ngoma.service'])
      assert.ok(existsSync(join(server, name)), name)
    assert.ok(!existsSync(join(server, 'src/version.test.ts')))
    const { exports } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
    for (const path of Object.values<string>(exports['./client'])) assert.ok(existsSync(join(server, path)), path)

    const client = unpack(join(out, `ngoma-client-${version}.tgz`))
    assert.partialDeepStrictEqual(JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')), {
      name: 'ngoma',
      version,
    })
    assert.ok(existsSync(join(client, 'index.js')))
  })

  it('rejects a version that was already released', () => {
    assert.match(release(version).stderr, /was already released/)
  })

  function unpack(path: string): string {
    const target = mkdtempSync(join(scratch, 'unpacked-'))
    execFileSync('tar', ['-xzf', path, '-C', target, '--strip-components=1'])
    return target
  }
})
