/** Checks the alert rules and the Grafana dashboard in packaging/ with promtool and against the metrics of a server. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addCarrier } from './carriers.ts'
import { untilFinal } from './e2e/apps.ts'
import { slowness } from './pace.ts'
import { addEndpoint } from './webhooks.ts'
import { onOneEngine, openWorld } from './world.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const directory = fileURLToPath(new URL('packaging/prometheus/', root))

const rules = read('packaging/prometheus/ngoma.rules.yml')
const alerts = rules.split(/^ {6}- alert: /m).slice(1)
const nameOf = (alert: string) => /^\w+/.exec(alert)?.[0] ?? ''

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe('alert rules', () => {
  const promtool = (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', words, {
      cwd: directory,
      encoding: 'utf8',
      timeout: 60_000 * slowness,
    })
    assert.equal(status, 0, `${stdout}${stderr}`)
  }

  it('are valid and fire exactly when they should', {
    skip: hasPromtool ? false : 'promtool is not installed',
  }, () => {
    promtool('check', 'config', '--syntax-only', 'prometheus.yml')
    promtool('check', 'rules', 'ngoma.rules.yml')
    promtool('test', 'rules', 'ngoma.rules.test.yml')
  })

  it('have a test for firing and one for not firing', () => {
    const tests = read('packaging/prometheus/ngoma.rules.test.yml')
    for (const name of alerts.map(nameOf)) {
      assert.match(tests, new RegExp(`ALERTS\\{alertname="${name}",alertstate="firing"\\}`))
      assert.match(tests, new RegExp(`- alertname: ${name}\\n +eval_time: \\w+\\n +exp_alerts: \\[\\]\\n`))
    }
  })

  it('have a severity, a summary, a description and a runbook section', () => {
    const sections = [...read('docs/monitoring.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    assert.deepEqual(sections.toSorted(), alerts.map(nameOf).toSorted())
    for (const alert of alerts) {
      for (const line of [/severity: (critical|warning|info)$/m, /summary: '.+'$/m, /description: '.+\.'$/m])
        assert.match(alert, line)
      assert.ok(alert.includes(`runbook: docs/monitoring.md#${nameOf(alert).toLowerCase()}\n`), nameOf(alert))
    }
  })

  it('do not count health check responses as errors', () => {
    const [errors = ''] = alerts.filter((alert) => nameOf(alert) === 'NgomaServerErrors')
    assert.equal(errors.match(/route!~"\/ready\.\*\|\/health\|\/metrics"/g)?.length, 2)
  })
})

/** Metrics and labels that Prometheus adds. */
const ofPrometheus = {
  names: ['up', 'ALERTS'],
  labels: ['job', 'instance', 'le', 'severity', 'alertname', 'alertstate'],
}

/** The metrics of an expression with the labels that select or group them. */
function* metricsIn(expression: string): Generator<{ readonly name: string; readonly labels: readonly string[] }> {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */))
  for (const [, name = '', selector = ''] of expression.matchAll(/\b([a-z]+_\w+)\b(?!\s*\()(?:\{([^}]*)\})?/g)) {
    if (grouped.includes(name)) continue
    yield { name, labels: [...grouped, ...[...selector.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label)] }
  }
}

const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  read('packaging/grafana/ngoma.json'),
)
const expressions = [
  ...alerts.map((alert) => [nameOf(alert), /expr: >-\n +(.+)$/m.exec(alert)?.[1] ?? ''] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

onOneEngine('metrics', (engine) => {
  it('are named by the conventions, and have all that alert rules and the Grafana dashboard use', async () => {
    const world = await openWorld(engine)
    try {
      await addCarrier(world)
      await addEndpoint(world, 'delivery-report', 'http://127.0.0.1:9/')
      const recipients = ['255712345671', '255712340003'].map((dest_addr, index) => ({
        recipient_id: index,
        dest_addr,
      }))
      await untilFinal(world.db, (await world.send({ recipients })).body.request_id)
      await world.request('GET', '/ready')
      const { body: text } = await world.app.http.inject('/metrics')
      assert.doesNotMatch(text, /^# TYPE \w+_total gauge$/m)
      if (hasPromtool) {
        const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
          input: text,
          encoding: 'utf8',
        })
        assert.deepEqual([status, stdout, stderr], [0, '', ''])
      }
      const labelsOf = new Map<string, Set<string>>()
      for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
        const known = labelsOf.get(name) ?? new Set(ofPrometheus.labels)
        for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
        labelsOf.set(name, known)
      }
      assert.ok(expressions.length > 50)
      for (const [where, expression] of expressions) {
        const used = [...metricsIn(expression)]
        assert.ok(used.length > 0 || /\b(up|ALERTS)\{/.test(expression), `${where}: ${expression}`)
        for (const { name, labels } of used) {
          const known = labelsOf.get(name)
          assert.ok(known !== undefined, `${where}: the metric ${name} does not exist`)
          assert.deepEqual(
            labels.filter((label) => !known.has(label)),
            [],
            `${where}: ${name} has no such labels`,
          )
        }
      }
    } finally {
      await world.close()
    }
  })
})
