/** What the demo's owner signs in with. It is the same in every demo, and known to everybody. */

export const shopName = 'Duka la Asha'
export const schoolName = 'Shule ya Upendo'
/** It has just arrived, when all the rest is there. */
export const clinicName = 'Kliniki ya Amani'
export const clinicSender = 'AMANI'

export const password = 'karibu-dukani'
export const owner = { email: 'asha@duka.example', name: 'Asha Mwakyusa' }
export const operator = { email: 'operator@ngoma.example', name: 'Rehema Msuya' }

export const shopKey = { apiKey: 'duka-la-asha', secret: 'siri-ya-duka' }
