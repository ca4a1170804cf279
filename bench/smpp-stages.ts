/** Divides the processor time of a CPU profile by the stages of a message. */

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** The first match counts. */
const stages: readonly (readonly [stage: string, urls: RegExp])[] = [
  ['database driver', /node_modules\/(pg|postgres-|kysely)|src\/engine\/db\//],
  ['callbacks out', /src\/(engine\/outbound|modules\/webhooks)\/|node_modules\/undici/],
  ['SMPP', /src\/carriers\//],
  [
    'HTTP in',
    /node:_http|node_modules\/(fastify|find-my-way|fast-|secure-json|avvio|pino|sonic)|src\/engine\/(http|log|metrics|concurrency)|routes\.ts|src\/(app|api-route|contract|lenient)|src\/modules\/(accounts|users)\//,
  ],
  ['work, batches, sms', /src\//],
]
const runtime = 'garbage collection, runtime'

const stageOf = ({ callFrame: { functionName, url } }: ProfileNode): string | null =>
  functionName === '(garbage collector)' ? runtime : (stages.find(([, urls]) => urls.test(url))?.[0] ?? null)

/**
 * Microseconds by stage, the longest first. Node's own functions belong to the function that called them, or else to
 * the only stage that they call.
 */
export function divideByStage({ nodes, samples, timeDeltas }: CpuProfile): [stage: string, microseconds: number][] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const found = new Map<number, string>()

  /** Returns the stages of the whole subtree. */
  function assign(node: ProfileNode, inherited: string | null): Set<string> {
    const own = stageOf(node) ?? inherited
    const below = new Set<string>(own === null ? [] : [own])
    for (const child of node.children ?? [])
      for (const stage of assign(byId.get(child) as ProfileNode, own)) below.add(stage)
    const [only] = below
    found.set(node.id, own ?? (below.size === 1 && only !== undefined ? only : runtime))
    return below
  }
  for (const root of nodes.filter(({ callFrame }) => callFrame.functionName === '(root)')) assign(root, null)

  const totals = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue
    const stage = found.get(id) ?? runtime
    totals.set(stage, (totals.get(stage) ?? 0) + (timeDeltas[index] ?? 0))
  }
  return [...totals].sort(([, a], [, b]) => b - a)
}
