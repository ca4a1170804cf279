import '../bin/node-version.js'

// No syntax or import above the version check may need a newer Node: the check must be able to run.
const minutesMax = 25
// Options that work with several processes. A reporter's file, for example, would be written by each of them.
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
    process.stderr.write('--measure runs all tests and accepts no other argument\n')
    return 1
  }
  // Node's runner succeeds without any test, so a mistyped name would look like success.
  const empty = named.find((pattern) => globSync(pattern).length === 0)
  if (empty !== undefined) {
    process.stderr.write(`No test file matches ${empty}\n`)
    return 1
  }

  const files = [...new Set(globSync(patterns))]
  // Tests use the built client and dashboard, so both are rebuilt first.
  const builds = [
    'client/build.js',
    ...(files.some((file) => file.includes('e2e/dashboard')) ? ['dashboard/build.js'] : []),
  ]
  const { spawnSync } = await import('node:child_process')
  for (const build of builds) if (spawnSync(process.execPath, [build], { stdio: 'inherit' }).status !== 0) return 1

  // From here on a signal must not end this process before PostgreSQL is stopped.
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
  // `pg` reads PGSSLMODE, PGOPTIONS and similar variables. They must not apply to the temporary server.
  if (!givenUrl)
    for (const name of Object.keys(process.env).filter((name) => name.startsWith('PG'))) delete process.env[name]
  // Caches stay in the default directory; other temporary files go to a faster one.
  const lasting = tmpdir()
  const scratch = openScratch()
  if (scratch !== null) process.env.TMPDIR = scratch.directory
  /** @type {import('./postgres.ts').ThrowAwayPostgres | null} */
  let server = null

  try {
    // A database cannot be copied while autovacuum runs in it.
    server = givenUrl || findPostgres() === null ? null : await startPostgres({ settings: { autovacuum: 'off' } })
    const url = givenUrl || server?.url
    if (!url) process.stdout.write(`${missingPostgres()}: the tests on PostgreSQL are skipped\n`)
    if (received !== null) return 128 + constants.signals[received]
    // All processes share the code that the first one compiles.
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
    // A test that timed out can leave an open handle that keeps its process alive.
    setTimeout(() => {
      process.stderr.write(`The tests took over ${minutesMax} minutes and were stopped\n`)
      run?.kill('SIGKILL')
    }, minutesMax * 60_000).unref()
    const hasPassed = await run.done
    return received === null ? Number(!hasPassed) : 128 + constants.signals[received]
  } finally {
    await server?.stop()
    scratch?.remove()
  }
}

/**
 * The environment without Ngoma's settings, so that a developer's server, port or keys do not reach the tests.
 *
 * @param {string | undefined} url
 */
function environment(url) {
  const ours = Object.entries(process.env).filter(
    ([name]) =>
      (['NGOMA_TEST_SEED', 'NGOMA_TEST_ROUNDS', 'NGOMA_TEST_RECEIPTS'].includes(name) || !name.startsWith('NGOMA_')) &&
      !['DATABASE_URL', 'PORT', 'HOST'].includes(name),
  )
  return url ? { ...Object.fromEntries(ours), NGOMA_TEST_DATABASE_URL: url } : Object.fromEntries(ours)
}
