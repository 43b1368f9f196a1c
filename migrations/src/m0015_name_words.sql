DROP TABLE name_word;
