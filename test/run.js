import '../bin/node-version.js'

// No syntax or import above the version check may need a newer Node: the check must be able to run.
// The files that also run on a second version of PostgreSQL.
const bothVersions = /^src\/engine\/(db|work)\/(?!embedded|initial-directory)/
// Options that work with several processes. A reporter's file, for example, would be written by each of them.
const grouped = /^--test-(name-pattern|skip-pattern|only|timeout|force-exit)\b/

main().then((code) => process.exit(code))

async function main() {
  const { globSync } = await import('node:fs')
  const { constants, tmpdir } = await import('node:os')
  const { join, relative } = await import('node:path')
  const { parseArgs } = await import('node:util')
  const { planGroups, runAsGiven, runGroups } = await import('./groups.ts')
  const { allFiles, isInShortRun, kindOf } = await import('./kinds.ts')
  const { startLoad } = await import('./load.ts')
  const { measureSlowness } = await import('./pace.ts')
  const { startPostgres } = await import('./postgres.ts')
  const { findOtherInstallation, findPostgres, missingPostgres } = await import('./postgres-programs.ts')
  const { openScratch } = await import('./scratch.ts')
  const { readWeights, writeWeights } = await import('./weights.ts')

  // Options of Node's runner pass through (written with =, as in --test-name-pattern=receipt).
  const given = process.argv.slice(2)
  const options = given.filter((argument) => argument.startsWith('--test-'))
  const { values, positionals: named } = parseArgs({
    args: given.filter((argument) => !options.includes(argument)),
    options: {
      /** Also the files with a browser, real processes and foreign programs. */
      all: { type: 'boolean' },
      /** Runs everything on the embedded engine. */
      embedded: { type: 'boolean' },
      /** Writes the weights of all files. */
      measure: { type: 'boolean' },
      /** How often to run the files. */
      times: { type: 'string', default: '1' },
      /** How many busy processes to run beside them. */
      load: { type: 'string', default: '0' },
    },
    allowPositionals: true,
  })
  const times = Number(values.times)
  const load = Number(values.load)
  if (!Number.isInteger(times) || times < 1 || !Number.isInteger(load) || load < 0) {
    process.stderr.write('--times and --load need a number\n')
    return 1
  }
  if (values.measure && given.length > 1) {
    process.stderr.write('--measure runs all tests and accepts no other argument\n')
    return 1
  }
  // Node's runner succeeds without any test, so a mistyped name would look like success.
  const empty = named.find((pattern) => globSync(pattern).length === 0)
  if (empty !== undefined) {
    process.stderr.write(`No test file matches ${empty}\n`)
    return 1
  }

  const everything = [...new Set(globSync(named.length > 0 ? named : allFiles).map((file) => relative('', file)))]
  const files = values.all || values.measure || named.length > 0 ? everything : everything.filter(isInShortRun)
  // Tests use the built client and dashboard, so both are rebuilt first.
  const builds = [
    'client/build.js',
    ...(files.some((file) => kindOf(file) !== 'in-process') ? ['dashboard/build.js'] : []),
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

  if (values.embedded) process.env.NGOMA_TEST_ENGINE = 'embedded'
  const givenUrl = values.embedded ? '' : process.env.NGOMA_TEST_DATABASE_URL
  // `pg` reads PGSSLMODE, PGOPTIONS and similar variables. They must not apply to the temporary server.
  if (!givenUrl)
    for (const name of Object.keys(process.env).filter((name) => name.startsWith('PG'))) delete process.env[name]
  // Caches stay in the default directory; other temporary files go to a faster one.
  const lasting = tmpdir()
  process.env.NGOMA_TEST_LASTING = lasting
  const scratch = openScratch()
  if (scratch !== null) process.env.TMPDIR = scratch.directory
  /** @type {import('./postgres.ts').ThrowAwayPostgres | null} */
  let server = null
  /** @type {import('./postgres.ts').ThrowAwayPostgres | null} */
  let secondServer = null
  // A database cannot be copied while autovacuum runs in it.
  const settings = { autovacuum: 'off' }
  /** @type {ReturnType<typeof startLoad> | null} */
  let busy = null

  try {
    server = givenUrl || findPostgres() === null ? null : await startPostgres({ settings })
    const url = givenUrl || server?.url
    if (!url) process.stdout.write(`${missingPostgres()}: the tests on PostgreSQL are skipped\n`)
    const other = named.length > 0 || values.measure || server === null ? null : findOtherInstallation()
    if (other !== null) secondServer = await startPostgres({ settings, programs: other.directory })
    if (received !== null) return 128 + constants.signals[received]
    // All processes share the code that the first one compiles.
    const cache = join(lasting, `ngoma_test_compiled_${process.getuid?.() ?? 0}`)
    busy = startLoad(load)
    const slowness = measureSlowness()
    if (slowness > 1.5)
      process.stdout.write(
        `This machine is ${slowness.toFixed(1)} times slower than the reference: limits are longer\n`,
      )
    const env = {
      ...environment(url),
      NODE_COMPILE_CACHE: cache,
      NGOMA_TEST_SLOWNESS: String(slowness),
    }
    const weights = readWeights()
    const groups = planGroups(files, weights)
    if (other !== null && secondServer !== null)
      groups.unshift({
        kind: 'in-process',
        files: files.filter((file) => bothVersions.test(file)).toSorted(),
        env: {
          NGOMA_TEST_ENGINE: `PostgreSQL ${other.version}`,
          NGOMA_TEST_POSTGRES: other.directory,
          NGOMA_TEST_DATABASE_URL: secondServer.url,
        },
      })
    let passed = 0
    for (let time = 1; time <= times && received === null; time += 1) {
      if (times > 1) process.stdout.write(`Run ${time} of ${times}\n`)
      run = options.every((option) => grouped.test(option))
        ? runGroups(groups, {
            options,
            env,
            slowness,
            weights,
            print: (text) => void process.stdout.write(text),
            isTerminal: process.stdout.isTTY && files.length > 1,
            ...(values.measure ? { onMeasured: writeWeights } : {}),
          })
        : runAsGiven(files, { options, env, slowness })
      passed += Number(await run.done)
    }
    if (times > 1) process.stdout.write(`${passed} of ${times} runs passed\n`)
    return received === null ? Number(passed < times) : 128 + constants.signals[received]
  } finally {
    busy?.end()
    await server?.stop()
    await secondServer?.stop()
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
      (!name.startsWith('NGOMA_') || (name.startsWith('NGOMA_TEST_') && name !== 'NGOMA_TEST_DATABASE_URL')) &&
      !['DATABASE_URL', 'PORT', 'HOST'].includes(name),
  )
  return url ? { ...Object.fromEntries(ours), NGOMA_TEST_DATABASE_URL: url } : Object.fromEntries(ours)
}
