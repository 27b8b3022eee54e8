import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';

/** The hundred or so family names that most people in China and Taiwan have. */
const CHINESE_FAMILY =
  '[王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文]';

/** Names behind or before words that announce them, in scripts without spaces and capitals; the name is the group `v`. */
const PATTERNS: readonly RegExp[] = [
  // "我叫王小明", "王女士"
  /(?:我叫|他叫|她叫|名字是|名字叫|姓名是)(?<v>\p{Script=Han}{2,4}?)(?=[，,。！？、\s]|$|住|来自|來自|今年|是)/dgu,
  new RegExp(
    `(?<v>${CHINESE_FAMILY}\\p{Script=Han}{0,2}?)(?=先生|女士|小姐|太太|医生|醫生|经理|經理|老师|老師)`,
    'dgu',
  ),
  // "私の名前は田中太郎です", "田中と申します", "田中様"
  /(?:名前は|氏名は)[、 ]?(?<v>[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー・ 　]{2,12}?)(?=です|と申し|と言い|といい|でござい|[。、]|$)/dgu,
  /(?<v>[\p{Script=Han}\p{Script=Katakana}ー・]{2,8})(?=と申します|ともうします)/dgu,
  /(?<!\p{Script=Han})(?!お|皆|奥|神|王|母|父|客|何|娘|息子|姉|兄|弟|妹|両親)(?<v>\p{Script=Han}{2,4})(?=さん|様(?!子))/dgu,
  // "제 이름은 김민수입니다", "김민수 씨"
  /(?:이름은|성함은)\s?(?<v>[가-힣]{2,4}?)(?=입니다|이에요|예요|이고|이라고|라고|[.,]|$)/dgu,
  /(?<![가-힣])(?<v>[가-힣]{2,4})(?= 씨(?![가-힣]))/dgu,
];

/** Chinese, Japanese and Korean names of people that something announces. */
export const findUnspacedNames: Recogniser = ({ text }) =>
  PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ indices }): Find => {
      const [from, to] = indices?.groups?.v ?? [0, 0];
      return { type: 'NAME', from, to, sureness: SURENESS.context };
    }),
  );
