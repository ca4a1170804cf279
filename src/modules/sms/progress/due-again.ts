import { sql } from 'kysely'

/**
 * Whether a carrier that accepted a message could not deliver it, and the message waits for another submit. Before the
 * first submit, `retry_at` is the time of a retry, which the submit is never earlier than.
 */
export const isDueAgain = <T extends { readonly submittedAt: Date | null; readonly retryAt: Date | null }>(
  message: T,
): message is T & { readonly submittedAt: Date; readonly retryAt: Date } =>
  message.submittedAt !== null && message.retryAt !== null && message.retryAt > message.submittedAt

/** The same for a message `m`. */
export const isDueAgainSql = sql`(m.submitted_at is not null and m.retry_at > m.submitted_at)`

/** Whether a message `m` waits for a batch with this name: for a first submit, or for another one. */
export const waitsFor = (batch: string) =>
  sql`case when ${sql.ref(`${batch}.again`)} then ${isDueAgainSql} else m.submitted_at is null end`
