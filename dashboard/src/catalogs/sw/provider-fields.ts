import type { CarrierFields } from '../catalog.ts'
import { chatFields } from './chat-fields.ts'
import { requestFields } from './http-fields.ts'

const ownAnswer = { title: 'Jibu', description: 'Ikiwa tu linatofautiana na jibu la pamoja.' }
const ownPaths = { title: 'Jibu', description: 'Njia zinazotofautiana na jibu la pamoja tu.' }
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
    ...requestFields,
    method: {
      title: 'Njia',
      description:
        'prompt: mlipaji anathibitisha kwenye simu. redirect: mlipaji anaendelea kwenye ukurasa wa mtoa huduma.',
    },
    start: {
      title: 'Kuanza',
      description: 'Ombi linaloanzisha malipo.',
    },
    query: {
      title: 'Kuuliza',
      description: 'Ombi la hali ya malipo.',
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
      description: 'Mahali thamani zilipo katika majibu yote.',
    },
    states: {
      title: 'Hali',
      description: 'Maana ya kila thamani, au ya hali ya HTTP kama http:404.',
    },
    'start.answer': ownPaths,
    'query.answer': ownPaths,
    'token.answer': { title: 'Jibu', description: 'Mahali thamani zilipo kwenye jibu.' },
    'start.states': ownStates,
    'query.states': ownStates,
    'callback.states': ownStates,
    'start.method': requestFields.method,
    'query.method': requestFields.method,
    'token.method': requestFields.method,
    url: {
      title: 'URL',
      description:
        'Inaweza kuwa na vishika nafasi kama {id}, {amount}, {currency}, {phone}, {callback_url} na {secrets.token}.',
    },
    reference: { title: 'Kumbukumbu', description: 'Njia ya kitambulisho cha malipo cha mtoa huduma.' },
    redirect: { title: 'Anwani', description: 'Njia ya anwani ya ukurasa ambako mlipaji anaendelea.' },
    state: { title: 'Hali', description: 'Njia ya thamani ambayo hali zinairejelea.' },
    reason: { title: 'Sababu', description: 'Njia ya sababu ya kushindikana.' },
    amount: { title: 'Kiasi', description: 'Njia ya kiasi cha malipo. Malipo ya kiasi kingine hubaki bila matokeo.' },
    currency: { title: 'Sarafu', description: 'Njia ya sarafu ya kiasi.' },
    receipt: { title: 'Risiti', description: 'Njia ya namba ya risiti.' },
    paid: { title: 'Yamelipwa', description: 'Mlipaji amelipa.' },
    failed: { title: 'Yameshindikana', description: 'Mlipaji hajalipa, na hawezi kulipa tena.' },
    pending: { title: 'Yanasubiri', description: 'Mlipaji bado anaweza kulipa.' },
    missing: { title: 'Hayapo', description: 'Mtoa huduma hayajui malipo hayo, au mlipaji hajaanza kulipa.' },
    from: { title: 'Chanzo', description: 'Mahali thamani zilipo: kwenye maudhui ya JSON, fomu, au hoja ya URL.' },
    id: {
      title: 'Kitambulisho',
      description: 'Njia au jina la uga wa {id} yetu. Kitambulisho au kumbukumbu kinahitajika.',
    },
    'callback.reference': {
      title: 'Kumbukumbu',
      description: 'Njia au jina la uga wa kitambulisho cha malipo cha mtoa huduma.',
    },
    signature: { title: 'Saini', description: 'Jinsi mtoa huduma anavyosaini taarifa zake.' },
    header: { title: 'Kichwa', description: 'Jina la kichwa chenye saini.' },
    algorithm: { title: 'Algoriti', description: 'Jinsi maudhui yanavyosainiwa. equals: kichwa kina siri yenyewe.' },
    encoding: { title: 'Usimbaji', description: 'Jinsi saini inavyoandikwa.' },
    secret: { title: 'Siri', description: 'Jina la siri inayosaini.' },
    prefix: { title: 'Kiambishi', description: 'Maandishi mbele ya saini, kama sha256=.' },
    'callback.answer': { title: 'Jibu', description: 'Jibu letu kwa mtoa huduma, taarifa ikishahifadhiwa.' },
    'answer.status': { title: 'Hali', description: 'Hali ya HTTP ya jibu.' },
    'answer.type': { title: 'Aina ya maudhui', description: 'Aina ya maudhui ya jibu.' },
    'answer.body': { title: 'Maudhui', description: 'Maandishi ya jibu.' },
    'answer.token': { title: 'Tokeni ya ufikiaji', description: 'Njia ya tokeni ya ufikiaji.' },
    expiresIn: {
      title: 'Muda wa matumizi',
      description: 'Njia ya idadi ya sekunde ambazo tokeni inatumika. Chaguo-msingi: dakika 10.',
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
