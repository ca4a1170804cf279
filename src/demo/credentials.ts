/** Credentials and names, the same in every demo. They are public. */

export const shopName = 'Duka la Asha'
export const schoolName = 'Shule ya Upendo'
/** Created last. */
export const clinicName = 'Kliniki ya Amani'
export const clinicSender = 'AMANI'

export const password = 'karibu-dukani'
export const owner = { email: 'asha@duka.example', name: 'Asha Mwakyusa' }
export const operator = { email: 'operator@ngoma.example', name: 'Rehema Msuya' }

export const shopSmpp = { systemId: 'duka', password: 'dukasmpp' }
export const shopKey = { apiKey: 'duka-la-asha', secret: 'siri-ya-duka' }
