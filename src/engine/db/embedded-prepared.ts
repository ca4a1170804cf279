import { type PGlite, protocol, type Results, types } from '@electric-sql/pglite'

const { serialize, messages: kinds } = protocol

interface Statement {
  readonly name: string
  readonly parameterTypes: readonly number[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

/** The engine makes new plans after this time and this many statements, because tables grow. */
const plansKeptMs = 30_000
const plansUsedMin = 1_000

/**
 * Prepared statements of the embedded engine, which has no function for them. Without these, it would parse and plan a
 * statement each time, which takes longer than most statements themselves.
 */
export class EmbeddedStatements {
  readonly #pglite: PGlite
  readonly #statements = new Map<string, Statement>()
  #plannedAtMs = performance.now()
  #used = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async query(text: string, parameters: readonly unknown[]): Promise<Results<unknown>> {
    this.#used += 1
    if (this.#used >= plansUsedMin && performance.now() - this.#plannedAtMs > plansKeptMs) {
      this.#plannedAtMs = performance.now()
      this.#used = 0
      await this.#pglite.exec('discard plans')
    }
    const statement = this.#statements.get(text) ?? (await this.#prepare(text))
    const messages = await this.#send([
      serialize.bind({ statement: statement.name, values: this.#toTexts(parameters, statement) }),
      serialize.execute({}),
    ])
    return this.#toResults(messages, statement)
  }

  async #prepare(text: string): Promise<Statement> {
    const name = `ngoma_${this.#statements.size}`
    const messages = await this.#send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })])
    const parameters = messages.find((message) => message instanceof kinds.ParameterDescriptionMessage)
    const rows = messages.find((message) => message instanceof kinds.RowDescriptionMessage)
    const statement = { name, parameterTypes: parameters?.dataTypeIDs ?? [], fields: rows?.fields ?? [] }
    this.#statements.set(text, statement)
    return statement
  }

  /** All messages in one call of the engine. After an error it skips the rest up to the sync. */
  #send(messages: readonly Uint8Array[]) {
    return this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]))
  }

  #toTexts(parameters: readonly unknown[], { parameterTypes }: Statement): (string | null)[] {
    return parameters.map((parameter, index) => {
      if (parameter === null || parameter === undefined) return null
      const write = this.#pglite.serializers[parameterTypes[index] ?? 0]
      return write ? write(parameter) : String(parameter)
    })
  }

  #toResults(messages: Awaited<ReturnType<PGlite['execProtocolStream']>>, { fields }: Statement): Results<unknown> {
    const rows: unknown[] = []
    let [command, rowCount] = ['', 0]
    for (const message of messages) {
      if (message instanceof kinds.DataRowMessage) {
        const { fields: values } = message
        rows.push(
          Object.fromEntries(
            fields.map(({ name, dataTypeID }, index) => [
              name,
              types.parseType(values[index] ?? null, dataTypeID, this.#pglite.parsers),
            ]),
          ),
        )
      } else if (message instanceof kinds.CommandCompleteMessage) {
        const words = message.text.split(' ')
        ;[command, rowCount] = [words[0] ?? '', Number(words.at(-1))]
      }
    }
    return { rows, fields: [...fields], command, rowCount }
  }
}
