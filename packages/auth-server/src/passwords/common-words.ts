import { dictionary } from '@zxcvbn-ts/language-common';

/** Words that are frequent only in Indian password lists: people, places, gods, teams and greetings. */
const INDIAN = `
aditya ajay allah amit amma ananya anil anita anjali ankit arjun arun asha ashok balaji bangalore bhagwan bhai bharat
bharti bhopal bihar bittu chennai chintu computer cricket deepa deepak delhi dhoni diwali durga ganesh ganga ganpati
gaurav gujarat guddu gupta hanuman haryana hindustan hyderabad india indian indore jaan jaanu jaibhim jaihind jaimaa
jaimahakal jaimatadi jaipur jaishreeram jaishriram kabir kanpur karan karthik kavita kerala khan kiran kohli kolkata
krishna kumar kumari lakshmi lucknow madhu mahadev maharashtra mahesh mamta manish manoj meena modi mohan mumbai murugan
naman namaste namo nagpur narendra neha nikhil nisha nitin omsairam pandey papa patel patna pooja pradeep prakash prasad
preeti prem princess priya priyanka pune punjab puja radha radhe rahul raja rajesh rajkumar rajput rakesh raman ramesh
rani ravi reddy rekha riya rohan rohit sachin sagar sairam sandeep sanjay sanju santosh saraswati sharma shah shiva
shivaji shivam shree shweta shyam simran singh sita soni sonu sunil sunita suresh swami tamil tiwari varun verma vijay
vikas vikram vinod virat vishal vishnu vivek waheguru yadav yash zindagi
`;

/** Words of this rank or better are tried first; the others take longer. */
const COMMONEST = 1_000;

/** The shortest words looked for: random characters contain shorter ones. */
export const SHORTEST_WORD = 4;
export const LONGEST_WORD = 20;

/**
 * A word's points as part of a password: 1 for one of the commonest, 2 for one of the 49,000 most frequent leaked
 * passwords and their parts (the list of @zxcvbn-ts/language-common, 4.5 MB in memory). Undefined for anything else.
 */
export function difficultyOf(word: string): 1 | 2 | undefined {
  words ??= readWords();
  const rank = words.get(word);
  return rank === undefined ? undefined : rank <= COMMONEST ? 1 : 2;
}

let words: ReadonlyMap<string, number> | undefined;

/** Loaded when the first password is checked, so that it does not delay the start. */
function readWords(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const word of INDIAN.trim().split(/\s+/)) found.set(word, 1);
  for (const [index, password] of dictionary['passwords-common'].entries()) {
    const word = password.toLowerCase();
    const isWord = word.length >= SHORTEST_WORD && /\D/.test(word); // numbers have their own patterns
    if (isWord && !found.has(word)) found.set(word, index + 1);
  }
  return found;
}
