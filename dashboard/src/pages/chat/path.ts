/** The conversation that a page shows. */
export interface ConversationPath {
  readonly account: number
  readonly conversation: string
}
