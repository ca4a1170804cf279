import type { CarrierFields } from '../catalog.ts'
import { chatFields } from './chat-fields.ts'
import { requestFields } from './http-fields.ts'

const ownAnswer = { title: 'Jibu', description: 'Ikiwa tu linatofautiana na jibu la pamoja.' }
const ownStates = { title: 'Hali', description: 'Ikiwa tu zinatofautiana na hali za pamoja.' }

/** By product and kind. */
export const providerFields: CarrierFields = {
  ...chatFields,
  'airtime http': {
    ...requestFields,
    create: {
      title: 'Kuunda',
      description: 'Ombi linalotangaza uhamisho. Bila ombi la kuthibitisha, hulipa pia.',
    },
    confirm: { title: 'Kuthibitisha', description: 'Ombi linalolipa uhamisho uliotangazwa.' },
    status: { title: 'Hali', description: 'Ombi linalouliza hali ya uhamisho.' },
    url: {
      title: 'URL',
      description:
        'Inaweza kuwa na vishika nafasi kama {transaction_id}, {phone}, {amount}, {currency}, {reference} na {secrets.token}.',
    },
    'create.answer': ownAnswer,
    'confirm.answer': ownAnswer,
    'status.answer': ownAnswer,
    'create.states': ownStates,
    'confirm.states': ownStates,
    'status.states': ownStates,
    answer: { title: 'Jibu', description: 'Mahali thamani zilipo kwenye jibu.' },
    reference: { title: 'Kumbukumbu', description: 'Njia ya kitambulisho cha uhamisho cha msambazaji.' },
    state: { title: 'Hali', description: 'Njia ya thamani ambayo hali zinairejelea.' },
    reason: { title: 'Sababu', description: 'Njia ya sababu ya kushindikana.' },
    states: { title: 'Hali', description: 'Maana ya kila thamani, au ya hali ya HTTP kama http:404.' },
    successful: { title: 'Umefanikiwa', description: 'Muda wa maongezi ulihamishwa. Kiasi kilichozuiwa kinatozwa.' },
    failed: {
      title: 'Umeshindikana',
      description: 'Hakuna kilicholipwa wala kitakacholipwa. Kiasi kilichozuiwa kinaachiliwa.',
    },
    pending: { title: 'Unasubiri', description: 'Msambazaji anashughulikia uhamisho.' },
    unconfirmed: { title: 'Haujathibitishwa', description: 'Msambazaji anaujua uhamisho, na hakika hajaulipa.' },
    unknown: { title: 'Haujulikani', description: 'Msambazaji haujui uhamisho.' },
    products: {
      title: 'Bidhaa',
      description: 'Thamani za product_id ambazo msambazaji anazikubali. Chaguo-msingi: zote.',
    },
    believeUnknownAfterSeconds: {
      title: 'Amini “haujulikani” baada ya (sekunde)',
      description: 'Bila ombi la kuthibitisha: muda ambao ombi la kuunda linaweza kuwa bado njiani.',
    },
    'secrets.token': { title: 'Nenosiri au tokeni ya {secrets.token}' },
  },
  'payments mpesa': {
    shortCode: {
      title: 'Namba fupi',
      description: 'Namba ya pay bill, au namba ya duka ya till. Inahusiana na passkey.',
    },
    type: { title: 'Aina', description: 'Kama walipaji wanalipa namba ya pay bill au till.' },
    tillNumber: { title: 'Namba ya till', description: 'Till inayopokea pesa. Chaguo-msingi: namba fupi.' },
    baseUrl: {
      title: 'Anwani ya API',
      description: 'Tumia https://sandbox.safaricom.co.ke kwa majaribio na sandbox ya Safaricom.',
    },
    accountReference: {
      title: 'Namba ya akaunti',
      description:
        'Huonyeshwa kwa mlipaji na kwenye taarifa: kitambulisho cha malipo, ambacho ulinganishaji hukitambua, au herufi 12 za kwanza za kumbukumbu.',
    },
    confirmByQuery: {
      title: 'Thibitisha taarifa',
      description: 'Taarifa hazina saini. Iulize M-Pesa kabla ya kuiamini.',
    },
    'secrets.consumerKey': { title: 'Consumer key ya programu ya Daraja' },
    'secrets.consumerSecret': { title: 'Consumer secret ya programu ya Daraja' },
    'secrets.passkey': { title: 'Passkey ya namba fupi' },
  },
  'payments http': {
    method: {
      title: 'Njia',
      description:
        'prompt: mlipaji anathibitisha kwenye simu. redirect: mlipaji anaendelea kwenye ukurasa wa mtoa huduma.',
    },
    start: {
      title: 'Kuanza',
      description: 'Ombi linaloanzisha malipo: url, method, headers, body, answer na states.',
    },
    query: {
      title: 'Kuuliza',
      description: 'Ombi la hali ya malipo: url, method, headers, body, answer na states.',
    },
    callback: {
      title: 'Taarifa',
      description: 'Mahali thamani za taarifa zilipo, na jinsi inavyosainiwa.',
    },
    token: {
      title: 'Tokeni ya ufikiaji',
      description: 'Ombi la tokeni, ambayo maombi mengine huitumia kama {token}.',
    },
    answer: {
      title: 'Jibu',
      description: 'Njia za reference, redirect, state, reason, amount, currency na receipt katika majibu yote.',
    },
    states: {
      title: 'Hali',
      description: 'Thamani, au hali za HTTP kama http:404, zinazomaanisha paid, failed, pending na missing.',
    },
    redirectOrigins: {
      title: 'Anwani za kuelekezwa',
      description: 'Walipaji huelekezwa kwenye anwani hizi tu, kama https://checkout.example.com.',
    },
    currencies: { title: 'Sarafu', description: 'Sarafu hizi tu. Chaguo-msingi: zote.' },
    phonePrefixes: {
      title: 'Viambishi vya namba',
      description: 'Namba zinazoanza na tarakimu hizi tu ndizo zinaweza kulipa. Chaguo-msingi: zote.',
    },
    wholeAmounts: { title: 'Kiasi kisicho na senti tu', description: 'Mtoa huduma hapokei kiasi chenye senti.' },
    amountIn: {
      title: 'Kipimo cha kiasi',
      description: 'Kama kiasi katika majibu na taarifa ni cha sarafu kamili au cha senti.',
    },
    confirmByQuery: { title: 'Thibitisha taarifa', description: 'Muulize mtoa huduma kabla ya kuamini taarifa.' },
    believeMissingAfterSeconds: {
      title: 'Malipo yasiyojulikana hushindikana baada ya (sekunde)',
      description: 'Malipo ambayo mtoa huduma hayajui huhesabiwa kuwa yameshindikana baada ya muda huu.',
    },
    askAfterSeconds: {
      title: 'Swali la kwanza baada ya (sekunde)',
      description: 'Maswali yanayofuata huwa machache zaidi na zaidi.',
    },
  },
}
