import '../bin/node-version.js'

// Nothing newer than an old Node is imported or awaited above the check: it would fail to load before the check could
// speak.
const minutesMax = 20
// What means the same for many processes as for one. A reporter's file, say, would be written by each of them.
const grouped = /^--test-(name-pattern|skip-pattern|only|timeout|force-exit)\b/

main().then((code) => process.exit(code))

async function main() {
  const { globSync } = await import('node:fs')
  const { constants, tmpdir } = await import('node:os')
  const { join } = await import('node:path')
  const { planGroups, runAsGiven, runGroups } = await import('./groups.ts')
  const { startPostgres } = await import('./postgres.ts')
  const { findPostgres, missingPostgres } = await import('./postgres-programs.ts')
  const { openScratch } = await import('./scratch.ts')
  const { readWeights, writeWeights } = await import('./weights.ts')

  // Options pass through (written with =, as in --test-name-pattern=receipt); everything else names test files.
  const given = process.argv.slice(2)
  const isMeasuring = given.includes('--measure')
  const options = given.filter((argument) => argument.startsWith('-') && argument !== '--measure')
  const named = given.filter((argument) => !argument.startsWith('-'))
  const patterns =
    named.length > 0
      ? named
      : ['src/**/*.test.ts', 'tools/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'test/**/*.test.ts']
  if (isMeasuring && given.length > 1) {
    process.stderr.write('--measure runs all tests, and takes no other argument\n')
    return 1
  }
  // Node's runner is content with no test at all, and a mistyped name would look like success.
  const empty = named.find((pattern) => globSync(pattern).length === 0)
  if (empty !== undefined) {
    process.stderr.write(`No test file matches ${empty}\n`)
    return 1
  }

  const files = [...new Set(globSync(patterns))]
  // Pages and the client are tested as they are built, and never as they were built before the last change.
  const builds = [
    'client/build.js',
    ...(files.some((file) => file.includes('e2e/dashboard')) ? ['dashboard/build.js'] : []),
  ]
  const { spawnSync } = await import('node:child_process')
  for (const build of builds) if (spawnSync(process.execPath, [build], { stdio: 'inherit' }).status !== 0) return 1

  // Listening from here on keeps a signal from ending us before the server is stopped.
  /** @type {NodeJS.Signals | null} */
  let received = null
  /** @type {import('./groups.ts').Run | null} */
  let run = null
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      received = signal
      run?.kill(signal)
    })
  }

  const givenUrl = process.env.NGOMA_TEST_DATABASE_URL
  // `pg` reads PGSSLMODE, PGOPTIONS and their like by itself. They may belong to a server that was given, never to
  // ours.
  if (!givenUrl)
    for (const name of Object.keys(process.env).filter((name) => name.startsWith('PG'))) delete process.env[name]
  // What is made once for all runs stays where it is, and the rest goes where it is quick to make and to remove.
  const lasting = tmpdir()
  const scratch = openScratch()
  if (scratch !== null) process.env.TMPDIR = scratch.directory
  /** @type {import('./postgres.ts').ThrowAwayPostgres | null} */
  let server = null

  try {
    // A database can't be copied while its rows are tidied up.
    server = givenUrl || findPostgres() === null ? null : await startPostgres({ settings: { autovacuum: 'off' } })
    const url = givenUrl || server?.url
    if (!url) process.stdout.write(`${missingPostgres()}: the tests on PostgreSQL are skipped\n`)
    if (received !== null) return 128 + constants.signals[received]
    // Every process loads the program anew: what was compiled for the first is there for the others.
    const cache = join(lasting, `ngoma_test_compiled_${process.getuid?.() ?? 0}`)
    const env = { ...environment(url), NODE_COMPILE_CACHE: cache, NGOMA_TEST_LASTING: lasting }
    const all = ['--test-timeout=240000', ...options]
    run = options.every((option) => grouped.test(option))
      ? runGroups(planGroups(files, readWeights()), {
          options: all,
          env,
          print: (text) => void process.stdout.write(text),
          ...(isMeasuring ? { onMeasured: writeWeights } : {}),
        })
      : runAsGiven(files, { options: all, env })
    // A test that is given up after its time can leave something open that keeps its process for ever.
    setTimeout(() => {
      process.stderr.write(`The tests took over ${minutesMax} minutes and were ended\n`)
      run?.kill('SIGKILL')
    }, minutesMax * 60_000).unref()
    const isWell = await run.done
    return received === null ? Number(!isWell) : 128 + constants.signals[received]
  } finally {
    await server?.stop()
    scratch?.remove()
  }
}

/**
 * Without our settings, so that a developer's own server, port or keys cannot leak into the tests.
 *
 * @param {string | undefined} url
 */
function environment(url) {
  const ours = Object.entries(process.env).filter(
    ([name]) =>
      (['NGOMA_TEST_SEED', 'NGOMA_TEST_ROUNDS'].includes(name) || !name.startsWith('NGOMA_')) &&
      !['DATABASE_URL', 'PORT', 'HOST'].includes(name),
  )
  return url ? { ...Object.fromEntries(ours), NGOMA_TEST_DATABASE_URL: url } : Object.fromEntries(ours)
}
