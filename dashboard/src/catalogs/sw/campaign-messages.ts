import type { Catalog } from '../catalog.ts'

/** Refusals of campaigns. */
export const campaignMessages: Catalog['serverMessages'] = {
  CAMPAIGN_STATE: 'Hali ya kampeni hairuhusu kitendo hiki. Pakia ukurasa upya uone hali yake.',
  INVALID_LINK: 'Kiungo si sahihi. Andika URL kamili ya http au https, bila nenosiri wala nafasi.',
  INVALID_PHONE:
    'Namba ya simu si sahihi. Iandike kama inavyopigwa ndani ya nchi ya akaunti, au ikianza na + na msimbo wa nchi.',
  TOO_MANY_CAMPAIGNS: 'Akaunti ina idadi ya juu ya rasimu na kampeni zinazoendelea. Futa rasimu usiyoihitaji tena.',
  TOO_MANY_LINKS: 'Maandishi yana viungo vingi mno. Ondoa baadhi.',
  'Campaign Not Found': 'Kampeni haikupatikana. Huenda ilifutwa: pakia orodha upya.',
  'The Campaign Was Already Sent Again': 'Kampeni tayari imetumwa tena: tuma tena kampeni mpya zaidi.',
  'Links Work in Campaigns Only':
    'Viungo hufanya kazi katika kampeni pekee. Andika URL bila {link }, au tuma maandishi kama kampeni.',
  'The Campaign Has Started': 'Kampeni imeanza. Kasi pekee inaweza kubadilishwa: ighairi kampeni na uunde nyingine.',
  'The Campaign Has No Audience': 'Kampeni haina wapokeaji. Chagua kitabu cha anwani, kundi au anwani, au pakia faili.',
  'Not a Recipient of the Campaign': 'Namba hii si ya mpokeaji wa kampeni, au imeondolewa kwenye wapokeaji.',
  'Unknown Time Zone': 'Saa za eneo hazijulikani. Chagua kutoka kwenye orodha.',
  'The Country of the Account Has Several Time Zones':
    'Nchi ya akaunti ina saa za maeneo kadhaa. Chagua moja ya maeneo hayo.',
  'The Time Is in the Past': 'Muda huo umepita. Chagua muda ujao, au uondoe ili kuanza sasa.',
  'No Phone Number Column':
    'Faili haina safu wima ya namba za simu. Kwenye mstari wa kwanza, ipe jina phone, mobile au mob_no.',
  'Invalid Columns':
    'Safu wima si sahihi. Faili ina safu wima zisizozidi 50, na majina yake huanza kwa herufi na kutofautiana.',
  'No Row Has a Valid Phone Number':
    'Hakuna mstari wenye namba sahihi ya simu. Angalia safu wima ya namba, na nchi ya akaunti.',
  'The Server Has No Public Address for Short Links':
    'Seva haina anwani ya umma ya viungo vifupi. Mwombe msimamizi aweke NGOMA_PUBLIC_URL au NGOMA_HOST_LINKS.',
}
