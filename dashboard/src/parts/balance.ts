/** What an account has of a product, as the console answers. */
export interface Balance {
  readonly product: string
  readonly currency: string
  readonly available: string
  readonly held: string
  readonly allowPostpaid: boolean
  readonly postpaidLimit: string
  readonly creditLevel: string
  readonly smsReminder: boolean
  readonly emailReminder: boolean
  readonly reminderPhone: string
}
